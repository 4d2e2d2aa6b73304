import type { PyramidLevel } from './luma-pyramid.js';
import type { MotionField } from './motion-field.js';

/** The innermost loop calls these millions of times; a look-up on the global object each time would show. */
const { abs, round } = Math;

/** Blocks overlap: one every `STEP` pixels of the level, comparing `2 × REACH + 1` squared pixels. */
const STEP = 4;
const REACH = 4;
/** Price of differing from a neighbour and of moving at all, per pixel, in mean brightness steps. */
const UNEVEN_PRICE = 0.9;
const MOVE_PRICE = 0.25;
const UNEVEN_CAP = 6;
/** Search radius at the coarsest level, as a share of its width. */
const SEARCH_SHARE = 0.22;
/** Correlation of two blocks: chance matches stay below the first, true ones lie above the second. */
const CHANCE_CORRELATION = 0.62;
const TRUE_CORRELATION = 0.9;
const CORRELATION_REACH = 6;
/** Brightness variance below which a block says nothing about motion. */
const FLAT_VARIANCE = 30;

/** Symmetric block matching on one pyramid level: A at `p - d` against B at `p + d`, `d` in whole pixels. */
export class MatchLevel {
  readonly columns: number;
  readonly rows: number;
  readonly dx: Float32Array;
  readonly dy: Float32Array;

  constructor(
    private readonly a: PyramidLevel,
    private readonly b: PyramidLevel,
  ) {
    this.columns = Math.max(2, Math.ceil(a.width / STEP));
    this.rows = Math.max(2, Math.ceil(a.height / STEP));
    this.dx = new Float32Array(this.columns * this.rows);
    this.dy = new Float32Array(this.columns * this.rows);
  }

  /** The level below a solved one starts from its motion, twice as large. */
  static below(solved: MatchLevel, a: PyramidLevel, b: PyramidLevel): MatchLevel {
    const level = new MatchLevel(a, b);
    for (let row = 0; row < level.rows; row++) {
      const from = Math.min(solved.rows - 1, Math.floor((row * solved.rows) / level.rows));
      for (let column = 0; column < level.columns; column++) {
        const c = Math.min(solved.columns - 1, Math.floor((column * solved.columns) / level.columns));
        const i = row * level.columns + column;
        level.dx[i] = solved.dx[from * solved.columns + c]! * 2;
        level.dy[i] = solved.dy[from * solved.columns + c]! * 2;
      }
    }
    return level;
  }

  /** Tries every displacement within the search radius, then settles neighbours. */
  search(): void {
    const radius = Math.max(2, round(this.a.width * SEARCH_SHARE));
    this.eachBlock((i, x, y) => {
      let best = Infinity;
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const price = this.difference(x, y, dx, dy) + MOVE_PRICE * 4 * (abs(dx) + abs(dy));
          if (price >= best) continue;
          best = price;
          this.dx[i] = dx;
          this.dy[i] = dy;
        }
      }
    });
    this.refine();
  }

  /** Propagates good displacements between neighbours and tries steps around them. */
  refine(): void {
    for (const reach of [2, 1, 1]) {
      this.eachBlock((i, x, y, column, row) => this.improve(i, x, y, column, row, reach));
    }
    this.medianFilter();
  }

  /** Adds a fraction of a pixel from the shape of the match, and says how well each block matches and how far that can be relied on. */
  toField(): MotionField & { weight: Float32Array } {
    const { columns, rows } = this;
    const field = {
      columns,
      rows,
      dx: new Float32Array(columns * rows),
      dy: new Float32Array(columns * rows),
      trust: new Float32Array(columns * rows),
      weight: new Float32Array(columns * rows),
    };
    this.eachBlock((i, x, y) => {
      const dx = this.dx[i]!;
      const dy = this.dy[i]!;
      const here = this.difference(x, y, dx, dy);
      const fractionX = vertex(this.difference(x, y, dx - 1, dy), here, this.difference(x, y, dx + 1, dy));
      const fractionY = vertex(this.difference(x, y, dx, dy - 1), here, this.difference(x, y, dx, dy + 1));
      field.dx[i] = (dx + fractionX) / this.a.width;
      field.dy[i] = (dy + fractionY) / this.a.height;
      const { trust, weight } = this.likeness(x, y, dx, dy);
      field.trust[i] = trust;
      field.weight[i] = weight;
    });
    return field;
  }

  private eachBlock(visit: (i: number, x: number, y: number, column: number, row: number) => void): void {
    for (let row = 0; row < this.rows; row++) {
      const y = round(((row + 0.5) * this.a.height) / this.rows - 0.5);
      for (let column = 0; column < this.columns; column++) {
        const x = round(((column + 0.5) * this.a.width) / this.columns - 0.5);
        visit(row * this.columns + column, x, y, column, row);
      }
    }
  }

  private improve(i: number, x: number, y: number, column: number, row: number, reach: number): void {
    const neighbours: number[] = [];
    if (column > 0) neighbours.push(i - 1);
    if (column < this.columns - 1) neighbours.push(i + 1);
    if (row > 0) neighbours.push(i - this.columns);
    if (row < this.rows - 1) neighbours.push(i + this.columns);
    let bestX = round(this.dx[i]!);
    let bestY = round(this.dy[i]!);
    let best = this.price(x, y, bestX, bestY, neighbours);
    const attempt = (dx: number, dy: number) => {
      const price = this.price(x, y, dx, dy, neighbours);
      if (price >= best) return;
      best = price;
      bestX = dx;
      bestY = dy;
    };
    for (const n of neighbours) attempt(round(this.dx[n]!), round(this.dy[n]!));
    const centreX = bestX;
    const centreY = bestY;
    for (let sy = -reach; sy <= reach; sy += reach) {
      for (let sx = -reach; sx <= reach; sx += reach) attempt(centreX + sx, centreY + sy);
    }
    this.dx[i] = bestX;
    this.dy[i] = bestY;
  }

  private price(x: number, y: number, dx: number, dy: number, neighbours: number[]): number {
    let uneven = 0;
    for (const n of neighbours) {
      uneven += Math.min(UNEVEN_CAP, abs(dx - this.dx[n]!) + abs(dy - this.dy[n]!));
    }
    return this.difference(x, y, dx, dy) + UNEVEN_PRICE * uneven + MOVE_PRICE * (abs(dx) + abs(dy));
  }

  /** Mean difference of the two blocks in brightness, colour and edges. */
  private difference(x: number, y: number, dx: number, dy: number): number {
    const { a, b } = this;
    const { width, height } = a;
    let sum = 0;
    let count = 0;
    for (let oy = -REACH; oy <= REACH; oy += 2) {
      const rowA = inside(y + oy - dy, height) * width;
      const rowB = inside(y + oy + dy, height) * width;
      for (let ox = -REACH; ox <= REACH; ox += 2) {
        const i = rowA + inside(x + ox - dx, width);
        const j = rowB + inside(x + ox + dx, width);
        sum +=
          abs(a.y[i]! - b.y[j]!) +
          0.7 * (abs(a.u[i]! - b.u[j]!) + abs(a.v[i]! - b.v[j]!)) +
          0.4 * abs(a.slope[i]! - b.slope[j]!);
        count++;
      }
    }
    return sum / count;
  }

  /** How alike two blocks are whatever their exposure. A flat block is like any flat block of its brightness. */
  private likeness(x: number, y: number, dx: number, dy: number): { trust: number; weight: number } {
    const { a, b } = this;
    const { width, height } = a;
    const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0, count: 0 };
    for (let oy = -CORRELATION_REACH; oy <= CORRELATION_REACH; oy += 2) {
      const rowA = inside(y + oy - dy, height) * width;
      const rowB = inside(y + oy + dy, height) * width;
      for (let ox = -CORRELATION_REACH; ox <= CORRELATION_REACH; ox += 2) {
        const valueA = a.y[rowA + inside(x + ox - dx, width)]!;
        const valueB = b.y[rowB + inside(x + ox + dx, width)]!;
        sums.a += valueA;
        sums.b += valueB;
        sums.aa += valueA * valueA;
        sums.bb += valueB * valueB;
        sums.ab += valueA * valueB;
        sums.count++;
      }
    }
    return trustOf(sums);
  }

  /** Replaces each displacement by the one its 3×3 neighbourhood is closest to. */
  private medianFilter(): void {
    const oldX = this.dx.slice();
    const oldY = this.dy.slice();
    for (let row = 1; row < this.rows - 1; row++) {
      for (let column = 1; column < this.columns - 1; column++) {
        const i = row * this.columns + column;
        const around = AROUND.map(([r, c]) => i + r * this.columns + c);
        let best = Infinity;
        for (const n of around) {
          let distance = 0;
          for (const m of around) distance += abs(oldX[n]! - oldX[m]!) + abs(oldY[n]! - oldY[m]!);
          if (distance >= best) continue;
          best = distance;
          this.dx[i] = oldX[n]!;
          this.dy[i] = oldY[n]!;
        }
      }
    }
  }
}

const AROUND = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => [row, column] as const));

function inside(value: number, length: number): number {
  return value < 0 ? 0 : value >= length ? length - 1 : value;
}

/** Where the parabola through three neighbouring values has its lowest point, within half a step. */
function vertex(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after;
  if (bend <= 1e-6) return 0;
  return Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend));
}

function trustOf(sums: { a: number; b: number; aa: number; bb: number; ab: number; count: number }): {
  trust: number;
  weight: number;
} {
  const meanA = sums.a / sums.count;
  const meanB = sums.b / sums.count;
  const varianceA = Math.max(0, sums.aa / sums.count - meanA * meanA);
  const varianceB = Math.max(0, sums.bb / sums.count - meanB * meanB);
  const correlation =
    (sums.ab / sums.count - meanA * meanB + FLAT_VARIANCE / 2) /
    (Math.sqrt(varianceA * varianceB) + FLAT_VARIANCE / 2);
  const apart = abs(meanA - meanB) / 40;
  const along = (correlation - apart * apart - CHANCE_CORRELATION) / (TRUE_CORRELATION - CHANCE_CORRELATION);
  const texture = Math.max(varianceA, varianceB);
  return { trust: Math.max(0, Math.min(1, along)), weight: texture / (texture + FLAT_VARIANCE) };
}
