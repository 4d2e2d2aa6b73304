import { difference, highPassEnergy, lumas } from './__fixtures__/measures.js';
import { copyOf, disc, noisy, portrait, ramp } from './__fixtures__/scenes.js';
import { ANIME } from './cartoon-look.js';
import { drawCartoon } from './cartoon.js';
import type { Raster } from './raster.js';

const CELS = { steps: 6, amount: 0.85, saturation: 1.3 };

function drawn(picture: Raster): Raster {
  const copy = copyOf(picture);
  drawCartoon(copy, ANIME, CELS);
  return copy;
}

describe('a cartoon', () => {
  it('gathers the tones of an even gradient in steps', () => {
    const busiest = (raster: Raster): number => {
      const counts = new Float32Array(256);
      for (const luma of lumas(raster).data) counts[Math.round(luma)]!++;
      return (
        counts
          .sort()
          .slice(-30)
          .reduce((sum, count) => sum + count, 0) / lumas(raster).data.length
      );
    };
    const picture = ramp(400, 100);
    expect(busiest(picture)).toBeLessThan(0.25);
    expect(busiest(drawn(picture))).toBeGreaterThan(0.5);
  });

  it('has its steps on slopes, not on cliffs', () => {
    const { data, width } = lumas(drawn(ramp(400, 100)));
    for (let x = 1; x < width; x++)
      expect(Math.abs(data[50 * width + x]! - data[50 * width + x - 1]!)).toBeLessThan(9);
  });

  it('draws a line round what stands out', () => {
    const { data, width, height } = lumas(drawn(disc()));
    const row = (height / 2) * width;
    const inside = data[row + width / 2]!;
    const border = Math.min(...data.slice(row + width * 0.16, row + width * 0.26));
    expect(border).toBeLessThan(inside * 0.6);
  });

  it('draws none into noise, and takes the noise out', () => {
    const picture = noisy(256, 256);
    const out = drawn(picture);
    expect(Math.min(...lumas(out).data)).toBeGreaterThan(80);
    expect(highPassEnergy(out)).toBeLessThan(highPassEnergy(picture) * 0.2);
  });

  it('looks alike at any size', () => {
    const [small, large] = [drawn(portrait(200, 250)), drawn(portrait(800, 1000))];
    const dark = (raster: Raster): number =>
      lumas(raster).data.filter((luma) => luma < 40).length / lumas(raster).data.length;
    expect(Math.abs(dark(small) - dark(large))).toBeLessThan(0.06);
  });

  it('is steady while the picture moves by parts of a pixel', () => {
    const frames = [0, 0.25, 0.5, 0.75, 1].map((shift) => disc(256, shift));
    const change = (pictures: Raster[]): number[] =>
      pictures.slice(1).map((picture, index) => difference(picture, pictures[index]!));
    const plain = change(frames);
    const styled = change(frames.map(drawn));
    for (const [index, step] of styled.entries()) expect(step).toBeLessThan(4 * plain[index]!);
  });
});
