import { psnr } from '../__fixtures__/test-media.js';
import { boards } from '../__fixtures__/boards.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { facesAgree, kinshipOf, layKin } from './kin.js';
import { View } from './view.js';
import { WarpGrid } from './warp-grid.js';
import { WarpSource } from './warp-source.js';

const still = new View({ zoom: 1, x: 0, y: 0 });

function between(a: YuvPicture, b: YuvPicture, progress: number): YuvPicture {
  const kinship = kinshipOf(a, b)!;
  const grid = new WarpGrid(a);
  layKin(grid, kinship, progress, still);
  const out = yuvPicture(a.width, a.height);
  grid.render(new WarpSource(a), new WarpSource(b), out);
  return out;
}

function crossFade(a: YuvPicture, b: YuvPicture): Uint8Array {
  return a.y.map((value, i) => (value + b.y[i]!) / 2);
}

describe('the way between two views of one scene', () => {
  const start = boards(1);

  it.each([
    ['a pan', { x: 0.16 }, { x: 0.08 }],
    ['a zoom', { zoom: 1.69 }, { zoom: 1.3 }],
  ])('of %s is what a camera sees half-way', (_, whole, half) => {
    const end = boards(1, whole);
    const made = between(start, end, 0.5);
    const seen = boards(1, half);
    expect(psnr(seen.y, made.y)).toBeGreaterThan(psnr(seen.y, crossFade(start, end)) + 5);
  });

  it('begins and ends on the given pictures', () => {
    const end = boards(1, { zoom: 1.5, x: 0.1 });
    expect(psnr(start.y, between(start, end, 0).y)).toBeGreaterThan(30);
    expect(psnr(end.y, between(start, end, 1).y)).toBeGreaterThan(30);
  });

  it('does not exist between different scenes', () => {
    expect(kinshipOf(start, boards(2))).toBeUndefined();
  });

  it('is a pan also from a face that the end does not show', () => {
    const end = boards(1, { x: 0.3 });
    const faces = { a: [{ x: 0.02, y: 0.3, width: 0.15, height: 0.3 }], b: [] };
    expect(facesAgree(start, end, kinshipOf(start, end)!, faces)).toBe(true);
  });
});
