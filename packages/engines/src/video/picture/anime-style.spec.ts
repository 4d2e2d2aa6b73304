import { animeStyle } from './anime-style.js';
import { fromRgb, type YuvPicture } from './yuv-picture.js';

const WIDTH = 320;
const HEIGHT = 180;

/** Soft hills under a shaded sky with fine noise that moves along, `shift` pixels to the right. */
function landscape(shift: number): YuvPicture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at += 3) {
      const place = x - shift;
      const hill = 90 + 25 * Math.sin(place / 40);
      const land = Math.min(1, Math.max(0, y - hill));
      const grain = 10 * Math.sin(place * 1.1) * Math.sin(y * 1.3);
      const sky = 215 - 0.4 * y + 15 * Math.sin(place / 60);
      const earth = 60 + 0.5 * (y - 90) + 10 * Math.sin(place / 25);
      const light = sky + (earth - sky) * land + grain;
      rgb[at] = light * 0.8;
      rgb[at + 1] = light;
      rgb[at + 2] = light * (1 - 0.4 * land);
    }
  }
  return fromRgb(rgb, WIDTH, HEIGHT);
}

function changes(pictures: YuvPicture[]): { mean: number; jumps: number } {
  let sum = 0;
  let jumps = 0;
  let count = 0;
  for (const [index, { y }] of pictures.slice(1).entries()) {
    for (const [pixel, value] of y.entries()) {
      const change = Math.abs(value - pictures[index]!.y[pixel]!);
      sum += change;
      jumps += change > 24 ? 1 : 0;
      count++;
    }
  }
  return { mean: sum / count, jumps: jumps / count };
}

describe('animeStyle', () => {
  const pan = Array.from({ length: 6 }, (_, index) => landscape(index * 0.3));
  const drawn = pan.map(animeStyle);

  it('is as steady as the picture while it moves slowly', () => {
    const [before, after] = [changes(pan), changes(drawn)];
    expect(after.mean).toBeLessThan(1.1 * before.mean);
    expect(after.jumps).toBeLessThan(before.jumps + 0.004);
  });

  it('has no islands: beside its lines and steps neighbours are alike', () => {
    const { y } = drawn[0]!;
    let rough = 0;
    for (let row = 0; row < HEIGHT; row++) {
      for (let column = 1; column < WIDTH - 1; column++) {
        const at = row * WIDTH + column;
        const bend = Math.abs(2 * y[at]! - y[at - 1]! - y[at + 1]!);
        if (bend > 12) rough++;
      }
    }
    expect(rough / (WIDTH * HEIGHT)).toBeLessThan(0.02);
  });

  it('draws a line where land meets sky, and strengthens colour', () => {
    const column = 100;
    const values = Array.from({ length: HEIGHT }, (_, row) => drawn[0]!.y[row * WIDTH + column]!);
    const border = Math.round(90 + 25 * Math.sin(column / 40));
    expect(Math.min(...values.slice(border - 3, border + 6))).toBeLessThan(values[border + 30]! - 15);
    const spread = (picture: YuvPicture): number =>
      picture.u.reduce((sum, value) => sum + Math.abs(value - 128), 0);
    expect(spread(drawn[0]!)).toBeGreaterThan(1.15 * spread(pan[0]!));
  });
});
