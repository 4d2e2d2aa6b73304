import { outlineByColour } from '../sight/index.js';
import { copyOf } from './__fixtures__/scenes.js';
import type { Raster } from './raster.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS } from './relight-settings.js';
import { inFront } from './subject-share.js';

const WIDTH = 900;
const HEIGHT = 700;

/** Distance of a pixel from the edge of a flower with narrow petals, in pixels; negative within. */
function fromEdge(pixel: number): number {
  const x = (pixel % WIDTH) - 0.5 * WIDTH;
  const y = Math.floor(pixel / WIDTH) - 0.52 * HEIGHT;
  return Math.hypot(x, y) - (150 + 45 * Math.cos(9 * Math.atan2(y, x)));
}

function flower(): Raster {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const wall = 150 + 30 * Math.sin((pixel % WIDTH) / 200);
    data.set(fromEdge(pixel) < 0 ? [200, 70, 50] : [wall, wall + 5, wall + 8], pixel * 3);
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

function relit(picture: Raster, changeBackground: boolean): Raster {
  const copy = copyOf(picture);
  const settings = { ...RELIGHT_DEFAULTS, prompt: 'bright blue moonlight', changeBackground };
  relight(copy, undefined, settings, () => {});
  return copy;
}

/** Mean difference of the pixels of a ring around the edge, in levels. */
function changeBetween(one: Raster, other: Raster, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const away = fromEdge(pixel);
    if (away < from || away >= to) continue;
    for (let at = pixel * 3; at < pixel * 3 + 3; at++) sum += Math.abs(one.data[at]! - other.data[at]!);
    count += 3;
  }
  return sum / count;
}

describe('relight of the subject alone', () => {
  const picture = flower();
  const everything = relit(picture, true);
  const subject = relit(picture, false);

  it.each([
    [2, 6],
    [6, 20],
    [20, 60],
    [60, 200],
  ])('leaves no glow %i to %i pixels away from the subject', (from, to) => {
    expect(changeBetween(everything, picture, from, to)).toBeGreaterThan(10);
    expect(changeBetween(subject, picture, from, to)).toBeLessThan(1);
  });

  it('lights the subject up to its edge as if all were lit', () => {
    expect(changeBetween(subject, everything, -40, -2)).toBeLessThan(
      0.1 * changeBetween(everything, picture, -40, -2),
    );
  });

  it('takes all of a picture for the subject where nothing stands in front', () => {
    const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3).fill(120);
    const card: Raster = { data, width: WIDTH, height: HEIGHT, channels: 3 };
    expect(Math.min(...inFront(outlineByColour(card)).data)).toBe(1);
  });
});
