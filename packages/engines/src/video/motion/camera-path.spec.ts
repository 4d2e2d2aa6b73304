import { randomFrom } from '../../image/index.js';
import { freeTravel, margin, roundTrip } from './camera-path.js';

const travel = (amplitude: 'small' | 'large') => ({
  amplitude,
  pace: 1,
  seconds: 5,
  random: randomFrom(3),
});
const whole = { zoom: 1, x: 0, y: 0 };
const moments = Array.from({ length: 101 }, (_, i) => i / 100);

describe('a camera between two given frames', () => {
  it.each([[[]], [['pan-left']], [['tilt-up', 'handheld']], [['push-in']]] as const)(
    'starts and ends on the whole picture, %j',
    (moves) => {
      const path = roundTrip([...moves], travel('large'));
      for (const camera of [path(0), path(1)]) {
        expect(camera.zoom).toBeCloseTo(1, 6);
        expect(Math.abs(camera.x) + Math.abs(camera.y)).toBeLessThan(1e-6);
      }
      expect(path(0.5).zoom).toBeGreaterThan(1.1);
    },
  );

  it('stands still when told to', () => {
    const path = roundTrip(['static'], travel('large'));
    expect(moments.every((progress) => path(progress).zoom === 1)).toBe(true);
  });
});

describe('a free camera', () => {
  it('starts on the whole picture and never leaves it', () => {
    for (const move of ['push-in', 'pull-out', 'pan-right', 'tilt-down', 'handheld'] as const) {
      const path = freeTravel([move], travel('large'), { x: 0.9, y: 0.1 });
      expect(path(0)).toEqual(whole);
      for (const progress of moments) {
        const { zoom, x, y } = path(progress);
        expect(zoom).toBeGreaterThanOrEqual(1);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(margin(zoom) + 1e-9);
      }
    }
  });

  it('goes where it is told and farther with a larger amplitude', () => {
    const focus = { x: 0.5, y: 0.5 };
    expect(freeTravel(['pan-left'], travel('large'), focus)(1).x).toBeLessThan(-0.02);
    expect(freeTravel(['tilt-down'], travel('large'), focus)(1).y).toBeGreaterThan(0.02);
    const [near, far] = (['small', 'large'] as const).map(
      (name) => freeTravel([], travel(name), focus)(1).zoom,
    );
    expect(far!).toBeGreaterThan(near! + 0.1);
  });
});
