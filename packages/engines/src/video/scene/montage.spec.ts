import type { CameraMove } from '../prompt-words.js';
import { shotCamera } from './montage-camera.js';
import { planMontage } from './montage-plan.js';

const EVEN_BEAT = 0.6;

describe('the plan of a montage', () => {
  it('shows all pictures in order, for different lengths, with cuts on the beat', () => {
    const shots = planMontage(3, 5, 1);
    expect(shots.map(({ picture }) => picture)).toEqual([0, 1, 2]);
    expect([shots[0]!.fromSeconds, shots.at(-1)!.toSeconds]).toEqual([0, 5]);
    for (const { fromSeconds } of shots)
      expect(Math.abs(fromSeconds / EVEN_BEAT - Math.round(fromSeconds / EVEN_BEAT))).toBeLessThan(1e-9);
    const lengths = shots.map((shot) => shot.toSeconds - shot.fromSeconds);
    expect(Math.max(...lengths)).toBeGreaterThan(1.2 * Math.min(...lengths));
  });

  it('brings two pictures back as close-ups rather than to stay on each for long', () => {
    const shots = planMontage(2, 8, 1);
    expect(shots.map(({ picture, isCloseUp }) => [picture, isCloseUp])).toEqual([
      [0, false],
      [1, false],
      [0, true],
      [1, true],
    ]);
  });

  it.each([
    [7, 1],
    [7, 4],
    [5, 3],
    [2, 16],
    [7, 16],
    [1, 5],
  ])('gives each of %i pictures in %i seconds a time', (pictures, seconds) => {
    for (const pace of [0.6, 1, 1.6]) {
      const shots = planMontage(pictures, seconds, pace);
      for (const shot of shots)
        expect(shot.toSeconds - shot.fromSeconds).toBeGreaterThan(Math.min(0.4, (0.9 * seconds) / pictures));
    }
  });
});

describe('the camera of a shot', () => {
  const moves: CameraMove[] = ['push-in', 'pull-out', 'pan-left', 'tilt-down', 'handheld', 'static'];
  it.each(moves)('keeps the head of a portrait in sight with %s', (move) => {
    const keep = { x: 0.3, y: 0.02, width: 0.35, height: 0.6 };
    for (const isCloseUp of [false, true]) {
      const travel = { amplitude: 'large' as const, pace: 1.6, seconds: 5, random: () => 0.3 };
      const path = shotCamera({
        moves: [move],
        travel,
        seconds: 5,
        focus: { x: 0.475, y: 0.3 },
        keep,
        isCloseUp,
        landsHard: true,
      });
      for (let progress = 0; progress <= 1; progress += 0.05) {
        const { zoom, x, y } = path(progress);
        const [left, top] = [0.5 + x - 0.5 / zoom, 0.5 + y - 0.5 / zoom];
        expect(left).toBeLessThanOrEqual(keep.x + 1e-9);
        expect(left + 1 / zoom).toBeGreaterThanOrEqual(keep.x + keep.width - 1e-9);
        expect(top).toBeLessThanOrEqual(keep.y + 1e-9);
        expect(top + 1 / zoom).toBeGreaterThanOrEqual(keep.y + keep.height - 1e-9);
      }
    }
  });

  it('moves at one speed from the first frame to the last', () => {
    const travel = { amplitude: 'auto' as const, pace: 1, seconds: 3, random: () => 0.3 };
    const path = shotCamera({
      moves: ['pan-right'],
      travel,
      seconds: 3,
      focus: { x: 0.5, y: 0.5 },
      keep: undefined,
      isCloseUp: false,
      landsHard: false,
    });
    const steps = [0, 0.25, 0.5, 0.75].map((progress) => path(progress + 0.25).x - path(progress).x);
    for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 6);
    expect(steps[0]).toBeGreaterThan(0.02);
  });
});
