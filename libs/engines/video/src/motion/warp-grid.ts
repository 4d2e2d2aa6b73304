import type { FrameSize } from '../picture/frame-size.js';
import type { YuvPicture } from '../picture/yuv-picture.js';

/** Even, so that colour cells are whole. Between nodes everything is interpolated. */
const CELL_PX = 16;
const FIXED_ONE = 65536;
/** Below this share a picture is not sampled at all. */
const INVISIBLE = 1 / 512;
/** Replicated border, so that sampling may read one past the last pixel. */
const PAD = 2;

/** A picture with a replicated border at the right and bottom, ready for sampling. */
export class WarpSource {
  readonly planes: { samples: Uint8Array; stride: number }[];

  constructor(readonly picture: YuvPicture) {
    const { width, height, y, u, v } = picture;
    this.planes = [
      padded(y, width, height),
      padded(u, width / 2, height / 2),
      padded(v, width / 2, height / 2),
    ];
  }

  /** Takes over changed samples of the picture. */
  refresh(): void {
    const { width, height, y, u, v } = this.picture;
    fillPadded(this.planes[0]!, y, width, height);
    fillPadded(this.planes[1]!, u, width / 2, height / 2);
    fillPadded(this.planes[2]!, v, width / 2, height / 2);
  }
}

function padded(plane: Uint8Array, width: number, height: number): { samples: Uint8Array; stride: number } {
  const target = { samples: new Uint8Array((width + PAD) * (height + PAD)), stride: width + PAD };
  fillPadded(target, plane, width, height);
  return target;
}

function fillPadded(
  { samples, stride }: { samples: Uint8Array; stride: number },
  plane: Uint8Array,
  width: number,
  height: number,
): void {
  for (let row = 0; row < height + PAD; row++) {
    const from = Math.min(row, height - 1) * width;
    const to = row * stride;
    samples.set(plane.subarray(from, from + width), to);
    samples.fill(plane[from + width - 1]!, to + width, to + stride);
  }
}

/**
 * Says for a mesh of nodes over the output frame where in picture A and picture B to look, in pixels, and how
 * much of B to show (0–1). Nodes lie every `CELL_PX` pixels, the last ones exactly on the frame's edge.
 */
export class WarpGrid {
  readonly columns: number;
  readonly rows: number;
  readonly ax: Float32Array;
  readonly ay: Float32Array;
  readonly bx: Float32Array;
  readonly by: Float32Array;
  readonly share: Float32Array;

  constructor(readonly size: FrameSize) {
    this.columns = Math.ceil(size.width / CELL_PX) + 1;
    this.rows = Math.ceil(size.height / CELL_PX) + 1;
    const nodes = this.columns * this.rows;
    this.ax = new Float32Array(nodes);
    this.ay = new Float32Array(nodes);
    this.bx = new Float32Array(nodes);
    this.by = new Float32Array(nodes);
    this.share = new Float32Array(nodes);
  }

  /** The output pixel of a node. */
  nodeX(column: number): number {
    return Math.min(column * CELL_PX, this.size.width);
  }

  nodeY(row: number): number {
    return Math.min(row * CELL_PX, this.size.height);
  }

  /** Draws the frame the nodes describe. Places outside a picture repeat its border. */
  render(a: WarpSource, b: WarpSource, out: YuvPicture): void {
    this.clampNodes();
    this.renderPlane(a, b, out.y, 0, 1);
    this.renderPlane(a, b, out.u, 1, 2);
    this.renderPlane(a, b, out.v, 2, 2);
  }

  private clampNodes(): void {
    const { width, height } = this.size;
    for (let node = 0; node < this.ax.length; node++) {
      this.ax[node] = clamp(this.ax[node]!, width);
      this.bx[node] = clamp(this.bx[node]!, width);
      this.ay[node] = clamp(this.ay[node]!, height);
      this.by[node] = clamp(this.by[node]!, height);
    }
  }

  private renderPlane(a: WarpSource, b: WarpSource, out: Uint8Array, plane: number, scale: 1 | 2): void {
    const target = { out, stride: this.size.width / scale };
    const sampleA = a.planes[plane]!;
    const sampleB = b.planes[plane]!;
    for (let row = 0; row + 1 < this.rows; row++) {
      for (let column = 0; column + 1 < this.columns; column++) {
        const cell = this.cellAt(column, row, scale);
        if (cell.most <= INVISIBLE) drawOne(cell, sampleA, this.ax, this.ay, target);
        else if (cell.least >= 1 - INVISIBLE) drawOne(cell, sampleB, this.bx, this.by, target);
        else drawBoth(cell, this, sampleA, sampleB, target);
      }
    }
  }

  private cellAt(column: number, row: number, scale: 1 | 2): Cell {
    const topLeft = row * this.columns + column;
    const bottomLeft = topLeft + this.columns;
    const { share } = this;
    const corners = [share[topLeft]!, share[topLeft + 1]!, share[bottomLeft]!, share[bottomLeft + 1]!];
    const left = this.nodeX(column) / scale;
    const top = this.nodeY(row) / scale;
    return {
      topLeft,
      bottomLeft,
      left,
      top,
      width: this.nodeX(column + 1) / scale - left,
      height: this.nodeY(row + 1) / scale - top,
      unit: FIXED_ONE / scale,
      most: Math.max(...corners),
      least: Math.min(...corners),
    };
  }
}

type Cell = {
  topLeft: number;
  bottomLeft: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Node pixels to this plane's 16.16 coordinates. */
  unit: number;
  most: number;
  least: number;
};

type Target = {
  out: Uint8Array;
  stride: number;
};

type Samples = {
  samples: Uint8Array;
  stride: number;
};

function drawOne(cell: Cell, source: Samples, xs: Float32Array, ys: Float32Array, target: Target): void {
  const { samples, stride } = source;
  const { out } = target;
  for (let line = 0; line < cell.height; line++) {
    const down = line / cell.height;
    const x0 = edge(xs, cell.topLeft, cell.bottomLeft, down) * cell.unit;
    const y0 = edge(ys, cell.topLeft, cell.bottomLeft, down) * cell.unit;
    const stepX = ((edge(xs, cell.topLeft + 1, cell.bottomLeft + 1, down) * cell.unit - x0) / cell.width) | 0;
    const stepY = ((edge(ys, cell.topLeft + 1, cell.bottomLeft + 1, down) * cell.unit - y0) / cell.width) | 0;
    let x = x0 | 0;
    let y = y0 | 0;
    let o = (cell.top + line) * target.stride + cell.left;
    for (const end = o + cell.width; o < end; o++, x += stepX, y += stepY) {
      const i = (y >> 16) * stride + (x >> 16);
      const fx = (x >> 8) & 255;
      const upper = (samples[i]! << 8) + (samples[i + 1]! - samples[i]!) * fx;
      const lower = (samples[i + stride]! << 8) + (samples[i + stride + 1]! - samples[i + stride]!) * fx;
      out[o] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
    }
  }
}

function drawBoth(cell: Cell, grid: WarpGrid, a: Samples, b: Samples, target: Target): void {
  const { out } = target;
  const strideA = a.stride;
  const strideB = b.stride;
  const samplesA = a.samples;
  const samplesB = b.samples;
  const { topLeft, bottomLeft, unit, width } = cell;
  for (let line = 0; line < cell.height; line++) {
    const down = line / cell.height;
    const ax0 = edge(grid.ax, topLeft, bottomLeft, down) * unit;
    const ay0 = edge(grid.ay, topLeft, bottomLeft, down) * unit;
    const bx0 = edge(grid.bx, topLeft, bottomLeft, down) * unit;
    const by0 = edge(grid.by, topLeft, bottomLeft, down) * unit;
    const share0 = edge(grid.share, topLeft, bottomLeft, down) * FIXED_ONE;
    const stepAx = ((edge(grid.ax, topLeft + 1, bottomLeft + 1, down) * unit - ax0) / width) | 0;
    const stepAy = ((edge(grid.ay, topLeft + 1, bottomLeft + 1, down) * unit - ay0) / width) | 0;
    const stepBx = ((edge(grid.bx, topLeft + 1, bottomLeft + 1, down) * unit - bx0) / width) | 0;
    const stepBy = ((edge(grid.by, topLeft + 1, bottomLeft + 1, down) * unit - by0) / width) | 0;
    const stepShare =
      ((edge(grid.share, topLeft + 1, bottomLeft + 1, down) * FIXED_ONE - share0) / width) | 0;
    let ax = ax0 | 0;
    let ay = ay0 | 0;
    let bx = bx0 | 0;
    let by = by0 | 0;
    let share = share0 | 0;
    let o = (cell.top + line) * target.stride + cell.left;
    for (const end = o + width; o < end; o++) {
      const i = (ay >> 16) * strideA + (ax >> 16);
      const fa = (ax >> 8) & 255;
      const upperA = (samplesA[i]! << 8) + (samplesA[i + 1]! - samplesA[i]!) * fa;
      const j = i + strideA;
      const lowerA = (samplesA[j]! << 8) + (samplesA[j + 1]! - samplesA[j]!) * fa;
      const first = ((upperA << 8) + (lowerA - upperA) * ((ay >> 8) & 255)) >> 8;
      const k = (by >> 16) * strideB + (bx >> 16);
      const fb = (bx >> 8) & 255;
      const upperB = (samplesB[k]! << 8) + (samplesB[k + 1]! - samplesB[k]!) * fb;
      const l = k + strideB;
      const lowerB = (samplesB[l]! << 8) + (samplesB[l + 1]! - samplesB[l]!) * fb;
      const second = ((upperB << 8) + (lowerB - upperB) * ((by >> 8) & 255)) >> 8;
      out[o] = ((first << 8) + (second - first) * (share >> 8) + 32768) >> 16;
      ax += stepAx;
      ay += stepAy;
      bx += stepBx;
      by += stepBy;
      share += stepShare;
    }
  }
}

function edge(values: Float32Array, top: number, bottom: number, down: number): number {
  return values[top]! + (values[bottom]! - values[top]!) * down;
}

function clamp(value: number, limit: number): number {
  return value < 0 ? 0 : value > limit ? limit : value;
}
