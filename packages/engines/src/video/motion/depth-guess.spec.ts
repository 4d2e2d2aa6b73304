import { boards } from '../__fixtures__/boards.js';
import { DEPTH_COLUMNS, DEPTH_ROWS, guessDepth } from './depth-guess.js';

const places = Array.from({ length: 21 }, (_, i) => i / 20);

describe('a guess of depth', () => {
  it('is alike all along each line where nothing stands in front, or straight things would bend', () => {
    const { nearness } = guessDepth(boards(3));
    for (const v of places) {
      const line = places.map((u) => nearness(u, v));
      expect(Math.max(...line) - Math.min(...line)).toBeLessThan(1e-6);
    }
    expect(nearness(0.5, 1) - nearness(0.5, 0)).toBeGreaterThan(0.1);
    expect(nearness(0.5, 1) - nearness(0.5, 0)).toBeLessThan(0.25);
  });

  it('has what stands in front nearer, and all of it as near', () => {
    const front = Float32Array.from({ length: DEPTH_COLUMNS * DEPTH_ROWS }, (_, i) => {
      const column = i % DEPTH_COLUMNS;
      return Number(column > 8 && column < 24);
    });
    const { nearness } = guessDepth(boards(3), front);
    const inside = places.flatMap((v) => [0.4, 0.5, 0.6].map((u) => nearness(u, v)));
    expect(Math.max(...inside) - Math.min(...inside)).toBeLessThan(0.01);
    expect(nearness(0.5, 0.5) - nearness(0.05, 0.5)).toBeGreaterThan(0.4);
  });
});
