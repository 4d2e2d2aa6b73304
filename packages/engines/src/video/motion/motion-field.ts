/**
 * How the content of picture A moves to its place in picture B, seen from half-way: what lies at `p` there was at
 * `p - d` in A and will be at `p + d` in B. Displacements are shares of the picture's width and height.
 */
export type MotionField = {
  columns: number;
  rows: number;
  dx: Float32Array;
  dy: Float32Array;
  /** 0 where the pictures have nothing in common, 1 where they match. */
  trust: Float32Array;
};

/** A point's motion and how far it can be believed. */
export type Motion = {
  x: number;
  y: number;
  trust: number;
};

/** Reads the field between its blocks; `u` and `v` are shares of the frame, values beyond its edge repeat. */
export function motionAt(field: MotionField, u: number, v: number, into: Motion): void {
  const { columns, rows } = field;
  const x = within(u * columns - 0.5, columns - 1);
  const y = within(v * rows - 0.5, rows - 1);
  const left = Math.min(columns - 2, Math.floor(x));
  const top = Math.min(rows - 2, Math.floor(y));
  const right = x - left;
  const down = y - top;
  const i = top * columns + left;
  into.x = bilinear(field.dx, i, columns, right, down);
  into.y = bilinear(field.dy, i, columns, right, down);
  into.trust = bilinear(field.trust, i, columns, right, down);
}

/** Between the cell `i`, its right neighbour and the two below, by shares of the way. */
export function bilinear(
  values: ArrayLike<number>,
  i: number,
  columns: number,
  right: number,
  down: number,
): number {
  const upper = values[i]! + (values[i + 1]! - values[i]!) * right;
  const lower = values[i + columns]! + (values[i + columns + 1]! - values[i + columns]!) * right;
  return upper + (lower - upper) * down;
}

function within(value: number, limit: number): number {
  return value < 0 ? 0 : value > limit ? limit : value;
}

/** A field without motion that is believed equally everywhere. */
export function uniformField(trust: number): MotionField {
  return {
    columns: 2,
    rows: 2,
    dx: new Float32Array(4),
    dy: new Float32Array(4),
    trust: new Float32Array(4).fill(trust),
  };
}
