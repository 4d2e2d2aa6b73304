import type { Plane } from './plane.js';

/**
 * Reads a small plane as if it had been enlarged bilinearly to the picture's size, one row at a time: the
 * enlarged plane never exists, which is what keeps a large picture's memory near that of its pixels.
 */
export class PlaneRows {
  private readonly left: Uint32Array;
  private readonly right: Uint32Array;
  private readonly share: Float32Array;
  private readonly between: Float32Array;
  private readonly row: Float32Array;

  constructor(
    private readonly plane: Plane,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.left = new Uint32Array(width);
    this.right = new Uint32Array(width);
    this.share = new Float32Array(width);
    this.between = new Float32Array(plane.width);
    this.row = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const at = position(x, width, plane.width);
      this.left[x] = Math.floor(at);
      this.right[x] = Math.min(plane.width - 1, Math.floor(at) + 1);
      this.share[x] = at - Math.floor(at);
    }
  }

  /** The values of picture row `y`. The same array is filled again by the next call. */
  at(y: number): Float32Array {
    const { plane, between, row, left, right, share } = this;
    const at = position(y, this.height, plane.height);
    const upper = Math.floor(at) * plane.width;
    const lower = Math.min(plane.height - 1, Math.floor(at) + 1) * plane.width;
    const below = at - Math.floor(at);
    for (let x = 0; x < plane.width; x++) {
      const top = plane.data[upper + x]!;
      between[x] = top + (plane.data[lower + x]! - top) * below;
    }
    for (let x = 0; x < this.width; x++) {
      const start = between[left[x]!]!;
      row[x] = start + (between[right[x]!]! - start) * share[x]!;
    }
    return row;
  }
}

/** Where the centre of cell `index` of `count` lies on a grid of `cells`. */
function position(index: number, count: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, ((index + 0.5) * cells) / count - 0.5));
}
