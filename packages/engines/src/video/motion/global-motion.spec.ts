import { boards } from '../__fixtures__/boards.js';
import { globalMotion, inverse, moved, partOf } from './global-motion.js';

describe('the move that two pictures have in common', () => {
  it.each([
    ['a pan', { x: 0.12, y: -0.03 }],
    ['a zoom to a side', { zoom: 1.8, x: 0.1, y: 0.05 }],
    ['a turn', { turn: 0.12, x: 0.02 }],
  ])('is %s', (_, camera) => {
    const {
      zoom = 1,
      turn = 0,
      x = 0,
      y = 0,
    }: { zoom?: number; turn?: number; x?: number; y?: number } = camera;
    const motion = globalMotion(boards(1), boards(1, camera))!;
    expect(Math.hypot(motion.a, motion.b)).toBeCloseTo(zoom, 1);
    // What the moved camera has in its middle.
    const middle = moved(
      motion,
      x * Math.cos(turn) + y * Math.sin(turn),
      y * Math.cos(turn) - x * Math.sin(turn),
    );
    expect(Math.hypot(middle.x, middle.y)).toBeLessThan(0.006);
  });

  it('is none for pictures of different things', () => {
    expect(globalMotion(boards(1), boards(2))).toBeUndefined();
  });

  it('can be gone in parts and back', () => {
    const motion = { a: 1.9, b: 0.3, x: 0.2, y: -0.1 };
    const none = partOf(motion, 0);
    expect(Math.hypot(none.a - 1, none.b, none.x, none.y)).toBeLessThan(1e-9);
    const all = partOf(motion, 1);
    expect(Math.hypot(all.a - motion.a, all.b - motion.b, all.x - motion.x, all.y - motion.y)).toBeLessThan(
      1e-9,
    );
    const there = moved(motion, 0.3, -0.2);
    const back = moved(inverse(motion), there.x, there.y);
    expect(Math.hypot(back.x - 0.3, back.y + 0.2)).toBeLessThan(1e-9);
  });
});
