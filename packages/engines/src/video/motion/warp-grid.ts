import type { FrameSize } from '../picture/frame-size.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { type Cell, drawFine, drawSoft, type Look, mixCell } from './warp-cell.js';
import type { Samples, WarpSource } from './warp-source.js';

/** Even, so that colour cells are whole. Between nodes everything is interpolated. */
const CELL_PX = 16;
/** Below this share a picture is not sampled at all. */
const INVISIBLE = 1 / 512;

/**
 * Says for each node of a mesh over the output frame where to look in picture A and picture B, in the frame's pixels, and how
 * much of B to show (0–1). Nodes are `CELL_PX` pixels apart, the last ones exactly on the frame's edge.
 */
export class WarpGrid {
  readonly columns: number;
  readonly rows: number;
  readonly ax: Float32Array;
  readonly ay: Float32Array;
  readonly bx: Float32Array;
  readonly by: Float32Array;
  readonly share: Float32Array;
  /** A cell of picture B before it is mixed in. */
  private readonly over = new Uint8ClampedArray(CELL_PX * CELL_PX);

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

  /**
   * Draws the frame the nodes describe. Places outside a picture repeat its border.
   *
   * @param isWanted whether to draw the cell whose top left corner is a node; by default all are.
   */
  render(
    a: WarpSource,
    b: WarpSource,
    out: YuvPicture,
    isWanted: (node: number) => boolean = () => true,
  ): void {
    this.clampNodes();
    const seenA = this.looksAt(a, this.ax, this.ay);
    const seenB = this.looksAt(b, this.bx, this.by);
    this.renderPlane(seenA.luma, seenB.luma, out.y, 1, isWanted);
    this.renderPlane(seenA.cb, seenB.cb, out.u, 2, isWanted);
    this.renderPlane(seenA.cr, seenB.cr, out.v, 2, isWanted);
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

  private looksAt({ picture, planes }: WarpSource, xs: Float32Array, ys: Float32Array) {
    const scaleX = picture.width / this.size.width;
    const scaleY = picture.height / this.size.height;
    // Pixels count from their middle.
    const look = { xs, ys, shiftX: (scaleX - 1) / 2, shiftY: (scaleY - 1) / 2 };
    const luma = { ...look, scaleX, scaleY };
    const colour = { ...look, scaleX: scaleX / 2, scaleY: scaleY / 2 };
    return {
      luma: { plane: planes[0], look: luma },
      cb: { plane: planes[1], look: colour },
      cr: { plane: planes[2], look: colour },
    };
  }

  private renderPlane(
    a: Seen,
    b: Seen,
    plane: Uint8Array,
    scale: 1 | 2,
    isWanted: (node: number) => boolean,
  ): void {
    const out = new Uint8ClampedArray(plane.buffer, plane.byteOffset, plane.length);
    const stride = this.size.width / scale;
    const draw = scale === 1 ? drawFine : drawSoft;
    for (let row = 0; row + 1 < this.rows; row++) {
      const top = this.nodeY(row) / scale;
      for (let column = 0; column + 1 < this.columns; column++) {
        if (!isWanted(row * this.columns + column)) continue;
        const left = this.nodeX(column) / scale;
        const cell = this.cellAt(column, row, scale);
        const target = { out, offset: top * stride + left, stride };
        const [least, most] = this.shares(cell);
        if (least < 1 - INVISIBLE) draw(cell, a.plane, a.look, target);
        else draw(cell, b.plane, b.look, target);
        if (most <= INVISIBLE || least >= 1 - INVISIBLE) continue;
        draw(cell, b.plane, b.look, { out: this.over, offset: 0, stride: cell.width });
        mixCell(cell, this.over, this.share, target);
      }
    }
  }

  private cellAt(column: number, row: number, scale: 1 | 2): Cell {
    const topLeft = row * this.columns + column;
    return {
      topLeft,
      bottomLeft: topLeft + this.columns,
      width: (this.nodeX(column + 1) - this.nodeX(column)) / scale,
      height: (this.nodeY(row + 1) - this.nodeY(row)) / scale,
    };
  }

  private shares({ topLeft, bottomLeft }: Cell): [least: number, most: number] {
    const { share } = this;
    const corners = [
      share[topLeft]!,
      share[topLeft + 1]!,
      share[bottomLeft]!,
      share[bottomLeft + 1]!,
    ] as const;
    return [Math.min(...corners), Math.max(...corners)];
  }
}

type Seen = {
  plane: Samples;
  look: Look;
};

function clamp(value: number, limit: number): number {
  return value < 0 ? 0 : value > limit ? limit : value;
}
