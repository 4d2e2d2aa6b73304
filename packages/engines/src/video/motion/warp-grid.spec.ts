import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { layStill } from './morph.js';
import { View } from './view.js';
import { WarpGrid } from './warp-grid.js';
import { WarpSource } from './warp-source.js';

/** Neither side is a whole number of cells. */
const size = { width: 90, height: 70 };

function gradient(): YuvPicture {
  const picture = yuvPicture(size.width, size.height);
  for (let i = 0; i < picture.y.length; i++) picture.y[i] = 20 + (i % 90) * 2 + Math.floor(i / 90) * 0.5;
  for (let i = 0; i < picture.u.length; i++) picture.u[i] = 60 + (i % 45) * 2;
  picture.v.fill(128);
  return picture;
}

function drawn(prepare: (grid: WarpGrid) => void, a: YuvPicture, b = a): YuvPicture {
  const grid = new WarpGrid(size);
  prepare(grid);
  const out = yuvPicture(size.width, size.height);
  grid.render(new WarpSource(a), new WarpSource(b), out);
  return out;
}

describe('a warp grid', () => {
  it('gives back the picture itself when nothing moves', () => {
    const picture = gradient();
    const out = drawn((grid) => layStill(grid, new View({ zoom: 1, x: 0, y: 0 })), picture);
    const farthest = out.data.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - picture.data[i]!)),
      0,
    );
    expect(farthest).toBeLessThanOrEqual(1);
  });

  it('draws a picture with more pixels than the frame in the same place', () => {
    const fine = yuvPicture(size.width * 2, size.height * 2);
    for (let i = 0; i < fine.y.length; i++) fine.y[i] = 20 + (i % 180) + Math.floor(i / 180) * 0.25;
    fine.u.fill(128);
    fine.v.fill(128);
    const out = drawn((grid) => layStill(grid, new View({ zoom: 1, x: 0, y: 0 })), fine);
    const middle = 35 * 90 + 45;
    // The mean of its four samples.
    expect(Math.abs(out.y[middle]! - (20 + 90.5 + 70.5 * 0.25))).toBeLessThanOrEqual(1.5);
  });

  it('enlarges about the middle', () => {
    const out = drawn((grid) => layStill(grid, new View({ zoom: 2, x: 0, y: 0 })), gradient());
    const middle = 35 * 90 + 45;
    expect(Math.abs(out.y[middle]! - gradient().y[middle]!)).toBeLessThanOrEqual(2);
    // Half the steepness, as everything is twice as large.
    expect(out.y[middle + 20]! - out.y[middle]!).toBeGreaterThanOrEqual(19);
    expect(out.y[middle + 20]! - out.y[middle]!).toBeLessThanOrEqual(21);
  });

  it('mixes both pictures by their share and repeats the border outside', () => {
    const dark = yuvPicture(size.width, size.height);
    dark.data.fill(40);
    const bright = yuvPicture(size.width, size.height);
    bright.data.fill(200);
    const out = drawn(
      (grid) => {
        layStill(grid, new View({ zoom: 1, x: 0.3, y: -0.4 }));
        grid.bx.fill(-500);
        grid.by.fill(900);
        grid.share.fill(0.25);
      },
      dark,
      bright,
    );
    expect(Math.min(...out.data)).toBeGreaterThanOrEqual(79);
    expect(Math.max(...out.data)).toBeLessThanOrEqual(81);
  });
});
