import { yuvPicture } from '../picture/yuv-picture.js';
import { isUnderEdge, laySlide, slideOver } from './slide.js';
import { View } from './view.js';
import { WarpGrid } from './warp-grid.js';
import { WarpSource } from './warp-source.js';

const size = { width: 320, height: 180 };
const still = new View({ zoom: 1, x: 0, y: 0 });

/** Shares of a frame that show A, in its shadow or not, and B, where A is 100 bright and B 200. */
function shares(along: number, drift = { x: -0.02, y: 0 }): { a: number; b: number } {
  const grid = new WarpGrid(size);
  const edge = laySlide(grid, drift, along, { a: still, b: still });
  const out = yuvPicture(size.width, size.height);
  const over = yuvPicture(size.width, size.height);
  over.data.fill(50);
  const [a, b] = [100, 200].map((light) => {
    const picture = yuvPicture(size.width, size.height);
    picture.data.fill(light);
    return new WarpSource(picture);
  });
  grid.render(a!, b!, out);
  grid.share.fill(1);
  grid.render(a!, b!, over, (node) => isUnderEdge(grid, edge, node));
  slideOver(out, over, edge);
  const count = (is: (value: number) => boolean) => out.y.filter(is).length / out.y.length;
  return { a: count((value) => value <= 100), b: count((value) => value === 200) };
}

describe('a picture that slides over another', () => {
  it('shows one alone at each end', () => {
    expect(shares(0)).toEqual({ a: 1, b: 0 });
    expect(shares(1)).toEqual({ a: 0, b: 1 });
  });

  it.each([
    ['sideways', { x: 0.03, y: 0.01 }],
    ['upwards', { x: 0, y: -0.03 }],
    ['over a still camera', { x: 0, y: 0 }],
  ])('never shows both in one place, %s', (_, drift) => {
    for (const along of [0.2, 0.5, 0.8]) {
      const { a, b } = shares(along, drift);
      expect(a + b).toBeGreaterThan(0.97);
    }
    expect(shares(0.5, drift).b).toBeGreaterThan(0.2);
  });

  it('never looks beyond the edge of what it shows', () => {
    const grid = new WarpGrid(size);
    for (const along of [0.1, 0.5, 0.9]) {
      const edge = laySlide(grid, { x: -1, y: 0 }, along, { a: still, b: still });
      for (let node = 0; node < grid.ax.length; node++) {
        const x = grid.nodeX(node % grid.columns);
        const y = grid.nodeY(Math.floor(node / grid.columns));
        const seesB = edge.x * x + edge.y * y > edge.at;
        const [sx, sy] = seesB ? [grid.bx[node]!, grid.by[node]!] : [grid.ax[node]!, grid.ay[node]!];
        expect(sx > -25 && sx < size.width + 25 && sy > -1 && sy < size.height + 1).toBe(true);
      }
    }
  });
});
