import path from 'node:path';
import { paint, scratchFolder, waves } from '../__fixtures__/test-media.js';
import type { Glance } from '../picture/framed-picture.js';
import { matteOf } from '../picture/matte.js';
import { EnsembleScene } from '../scene/ensemble-scene.js';
import { layOut } from '../scene/ensemble-layout.js';
import { ensembleOf } from './ensemble.js';

const SIDE = 320;
const CELLS = 40;
const RADIUS = 0.3;
const SIZE = { width: 640, height: 360 };
const GREEN_CB = 95;

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

const isOnDisc = (u: number, v: number) => Math.hypot(u - 0.5, v - 0.5) < RADIUS;
/** A disc on a ground of a far colour. */
const disc = (colour: readonly [number, number, number]) => (u: number, v: number) =>
  isOnDisc(u, v) ? colour : ([30, 60, 200] as const);

/** What sight would say of a picture: the disc in coarse cells, or nothing. */
function glance(trust: number): Glance {
  const data = Float32Array.from({ length: CELLS * CELLS }, (_, i) => {
    const distance = Math.hypot(
      ((i % CELLS) + 0.5) / CELLS - 0.5,
      (Math.floor(i / CELLS) + 0.5) / CELLS - 0.5,
    );
    return Math.max(0, Math.min(1, 0.5 + (RADIUS - distance) * CELLS));
  });
  const box = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
  const subject = { faces: [], isPerson: false, mask: { data, width: CELLS, height: CELLS }, box, trust };
  return { subject, source: { width: SIDE, height: SIDE } };
}

describe('a matte', () => {
  it('follows the outline that the picture has between the cells of the mask', () => {
    const rgb = new Uint8Array(SIDE * SIDE * 3);
    for (let i = 0; i < SIDE * SIDE; i++) {
      rgb.set(disc([240, 200, 40])((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE), i * 3);
    }
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const { mask } = glance(1).subject;
    const matte = matteOf(mask, whole, rgb, SIDE, SIDE);
    let wrong = 0;
    for (const [i, alpha] of matte.entries()) {
      const truth = Number(isOnDisc((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE));
      wrong += Math.abs(alpha - truth);
    }
    // A rim of one pixel is 0.6 % of the picture; a cell of the mask is 8 pixels wide.
    expect(wrong / matte.length).toBeLessThan(0.006);
  });
});

describe('subjects of several pictures', () => {
  it('appear together in the picture that has none', async () => {
    const paths = await Promise.all([
      paint(path.join(scratch.path, 'yellow.png'), disc([240, 200, 40])),
      paint(path.join(scratch.path, 'green.png'), disc([60, 220, 40])),
      paint(path.join(scratch.path, 'place.png'), () => [200, 60, 160]),
    ]);
    const together = await ensembleOf(paths, [glance(0.99), glance(0.99), glance(0.1)], SIZE);
    const timing = { frames: 24, framesPerSecond: 24 };
    const travel = { amplitude: 'auto' as const, pace: 1, seconds: 1, random: () => 0.5 };
    const scene = new EnsembleScene(together!.place, together!.actors, SIZE, timing, [], travel);
    const { u, v } = scene.frame(0);
    const colourAt = (x: number, y: number) => {
      const i = Math.round(y * 180) * 320 + Math.round(x * 320);
      return [u[i]!, v[i]!];
    };
    const [left, right] = together!.actors.map(({ box }) => box.x + box.width / 2) as [number, number];
    const middle = together!.actors[0]!.box.y + together!.actors[0]!.box.height / 2;
    expect(left).toBeLessThan(right);
    // Yellow and green are poor in blue, and yellow is red; the purple place is neither, nor is there any of the blue ground.
    const [yellow, green, place] = [colourAt(left, middle), colourAt(right, middle), colourAt(0.5, 0.05)];
    expect(yellow[0]).toBeLessThan(GREEN_CB);
    expect(green[0]).toBeLessThan(GREEN_CB);
    expect(yellow[1]! - green[1]!).toBeGreaterThan(30);
    expect(place[0]).toBeGreaterThan(128);
    expect(place[1]).toBeGreaterThan(150);
    expect(u.some((cb, i) => cb > 170 && v[i]! < 120)).toBe(false);
  });

  it.each([
    ['nothing can be cut out', [0.2, 0.1]],
    ['two pictures have no subject', [0.99, 0.1, 0.2]],
    ['a picture has a subject that cannot be cut out', [0.99, 0.6]],
    ['there is one picture', [0.99]],
  ])('stay apart where %s', async (_, trusts) => {
    const paths = trusts.map((_trust, i) => path.join(scratch.path, `${i}.png`));
    await Promise.all(paths.map((file) => paint(file, waves(1))));
    expect(await ensembleOf(paths, trusts.map(glance), SIZE)).toBeUndefined();
  });

  it.each([
    [16 / 9, 4],
    [1, 3],
    [9 / 16, 2],
    [9 / 16, 1],
  ])('stand within a frame of %f to 1', (frameAspect, count) => {
    const subjects = Array.from({ length: count }, (_, i) => ({
      aspect: 0.5 + 0.5 * i,
      isBust: i % 2 === 0,
    }));
    for (const { x, y, width, height } of layOut(subjects, frameAspect)) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThan(0.03);
      expect(y + height).toBeLessThan(1.03);
      expect(width).toBeGreaterThan(0.1);
    }
  });
});
