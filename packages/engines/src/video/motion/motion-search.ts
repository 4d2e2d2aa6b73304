import type { YuvPicture } from '../picture/yuv-picture.js';
import { MatchLevel } from './match-level.js';
import type { MotionField } from './motion-field.js';
import { pyramid } from './luma-pyramid.js';

/** Farthest half-displacement, as a share of the frame; beyond it a morph looks like tearing. */
const KIN_SHARE = 0.16;
const STRANGERS_SHARE = 0.03;

/**
 * Finds the motion between two pictures of one size by symmetric block matching from coarse to fine.
 * Places that do not match take the motion of trusted neighbours, fading to none.
 *
 * @param isCommon whether both pictures show a place (shares of the frame); by default they do.
 */
export function motionBetween(
  a: YuvPicture,
  b: YuvPicture,
  isCommon: (u: number, v: number) => boolean = () => true,
): MotionField & { kinship: number } {
  const levelsA = pyramid(a);
  const levelsB = pyramid(b);
  let level = new MatchLevel(levelsA[0]!, levelsB[0]!);
  level.search();
  for (let depth = 1; depth < levelsA.length; depth++) {
    level = MatchLevel.below(level, levelsA[depth]!, levelsB[depth]!);
    level.refine();
  }
  const { weight, ...field } = level.toField();
  forget(field, weight, isCommon);
  const kinship = kinshipOf(field.trust, weight);
  smoothByTrust(field);
  loosen(field, kinship);
  limit(field, STRANGERS_SHARE + (KIN_SHARE - STRANGERS_SHARE) * kinship);
  return { ...field, kinship };
}

/** Beyond the edge of a picture chance decides what matches. */
function forget(
  { columns, rows, dx, dy, trust }: MotionField,
  weight: Float32Array,
  isCommon: (u: number, v: number) => boolean,
): void {
  for (let i = 0; i < trust.length; i++) {
    if (isCommon(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows)) continue;
    dx[i] = dy[i] = trust[i] = weight[i] = 0;
  }
}

/** Mean trust that chance gives two unrelated photographs, and that two views of one scene exceed. */
const STRANGERS_TRUST = 0.22;
const KIN_TRUST = 0.5;

/** 0 for pictures without anything in common, 1 for views of one scene. */
function kinshipOf(trust: Float32Array, weight: Float32Array): number {
  let sum = 0;
  let total = 1e-6;
  trust.forEach((value, i) => {
    sum += value * weight[i]!;
    total += weight[i]!;
  });
  return Math.max(0, Math.min(1, (sum / total - STRANGERS_TRUST) / (KIN_TRUST - STRANGERS_TRUST)));
}

const LOOSE_BLURS = 40;

/** Chance matches distort a picture: between unrelated pictures only the broad flow of the field is kept. */
function loosen(field: MotionField, kinship: number): void {
  const { columns, rows } = field;
  field.trust = blurred(
    field.trust.map((value) => value * kinship),
    columns,
    rows,
    TRUST_BLURS,
  );
  for (const axis of ['dx', 'dy'] as const) {
    const broad = blurred(field[axis], columns, rows, LOOSE_BLURS);
    field[axis] = field[axis].map((value, i) => broad[i]! + (value - broad[i]!) * kinship);
  }
}

const SMOOTHING_PASSES = 10;
/** Weight of "no motion" against neighbours, where nothing matches. */
const REST_WEIGHT = 0.02;

/** Repeated averaging in which a trusted place hardly changes and an untrusted one follows its neighbours. */
function smoothByTrust({ columns, rows, dx, dy, trust }: MotionField): void {
  const weights = trust.map((value) => value * value);
  for (let pass = 0; pass < SMOOTHING_PASSES; pass++) {
    const oldX = dx.slice();
    const oldY = dy.slice();
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const i = row * columns + column;
        let weight = REST_WEIGHT + weights[i]! * 2;
        let x = oldX[i]! * weights[i]! * 2;
        let y = oldY[i]! * weights[i]! * 2;
        for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
          for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
            const n = r * columns + c;
            const w = weights[n]! + 0.05;
            weight += w;
            x += oldX[n]! * w;
            y += oldY[n]! * w;
          }
        }
        dx[i] = x / weight;
        dy[i] = y / weight;
      }
    }
    spread(weights, columns, rows);
  }
}

/** Lets a little trust flow into the neighbourhood, so that motion fills holes from their rims. */
function spread(weights: Float32Array, columns: number, rows: number): void {
  const old = weights.slice();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = row * columns + column;
      const left = column > 0 ? old[i - 1]! : 0;
      const right = column < columns - 1 ? old[i + 1]! : 0;
      const up = row > 0 ? old[i - columns]! : 0;
      const down = row < rows - 1 ? old[i + columns]! : 0;
      weights[i] = Math.max(old[i]!, 0.5 * Math.max(left, right, up, down));
    }
  }
}

function limit({ dx, dy }: MotionField, share: number): void {
  for (let i = 0; i < dx.length; i++) {
    const length = Math.hypot(dx[i]!, dy[i]!);
    if (length <= share) continue;
    dx[i] = (dx[i]! * share) / length;
    dy[i] = (dy[i]! * share) / length;
  }
}

const TRUST_BLURS = 3;

function blurred(values: Float32Array, columns: number, rows: number, passes: number): Float32Array {
  let from = values;
  for (let pass = 0; pass < passes; pass++) {
    const to = new Float32Array(from.length);
    for (let row = 0; row < rows; row++) {
      const up = Math.max(0, row - 1) * columns;
      const down = Math.min(rows - 1, row + 1) * columns;
      for (let column = 0; column < columns; column++) {
        const i = row * columns + column;
        const left = Math.max(0, column - 1);
        const right = Math.min(columns - 1, column + 1);
        to[i] =
          from[i]! * 0.4 +
          0.15 *
            (from[row * columns + left]! +
              from[row * columns + right]! +
              from[up + column]! +
              from[down + column]!);
      }
    }
    from = to;
  }
  return from;
}
