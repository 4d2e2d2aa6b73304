import { randomFrom } from '../../image/index.js';
import { fromRgb, type YuvPicture } from '../picture/yuv-picture.js';

const width = 480;
const height = 270;

/** Boards of all sizes at places that a seed decides, seen by a camera that is nearer, turned and moved. */
export function boards(seed: number, { zoom = 1, turn = 0, x = 0, y = 0 } = {}): YuvPicture {
  const random = randomFrom(seed);
  const scene = Array.from({ length: 300 }, () => ({
    x: (random() - 0.5) * 1.6,
    y: (random() - 0.5) * 1.2,
    across: 0.01 + 0.08 * random() ** 2,
    down: 0.01 + 0.08 * random() ** 2,
    light: 40 + 180 * random(),
  }));
  const rgb = new Uint8Array(width * height * 3).fill(120);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const px = ((column + 0.5) / width - 0.5) / zoom + x;
      const py = (row + 0.5 - height / 2) / width / zoom + y;
      const sx = px * Math.cos(turn) + py * Math.sin(turn);
      const sy = py * Math.cos(turn) - px * Math.sin(turn);
      const board = scene.findLast(
        (one) => Math.abs(one.x - sx) < one.across && Math.abs(one.y - sy) < one.down,
      );
      if (board) rgb.fill(board.light, (row * width + column) * 3, (row * width + column) * 3 + 3);
    }
  }
  return fromRgb(rgb, width, height);
}
