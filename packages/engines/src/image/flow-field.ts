import { type Plane, boxBlur } from './plane.js';

/**
 * Which way a picture runs at each cell: along its edges, not across them. Kept as a doubled angle, where a direction and its
 * opposite are one, so that fields can be blurred and added (Brox et al., "Nonlinear structure tensors", 2006).
 */
export type FlowField = {
  /** Cosine and sine of twice the angle, as long as the edges there are strong and agree. */
  readonly cosine: Plane;
  readonly sine: Plane;
  /** Mean square of the gradient. */
  readonly energy: Plane;
};

/**
 * The structure tensor of a luma plane.
 * @param sigma Cells over which it is averaged.
 */
export function flowField(luma: Plane, sigma: number): FlowField {
  const { width, height } = luma;
  const smooth = boxBlur(luma, 1).data;
  const fields = [0, 1, 2].map(() => new Float32Array(width * height));
  const [cosines, sines, energies] = fields as [Float32Array, Float32Array, Float32Array];
  for (let y = 0, cell = 0; y < height; y++) {
    const up = y > 0 ? width : 0;
    const down = y + 1 < height ? width : 0;
    for (let x = 0; x < width; x++, cell++) {
      const across = (smooth[x + 1 < width ? cell + 1 : cell]! - smooth[x > 0 ? cell - 1 : cell]!) / 2;
      const along = (smooth[cell + down]! - smooth[cell - up]!) / 2;
      // The edge runs at a right angle to the gradient, hence the signs.
      cosines[cell] = along * along - across * across;
      sines[cell] = -2 * across * along;
      energies[cell] = across * across + along * along;
    }
  }
  const [cosine, sine, energy] = fields.map((data) => softened({ data, width, height }, sigma));
  return { cosine: cosine!, sine: sine!, energy: energy! };
}

/** A blur of `sigma` cells, nearly Gaussian, as two box blurs. */
export function softened(plane: Plane, sigma: number): Plane {
  const radius = Math.max(1, Math.round((Math.sqrt(6 * sigma * sigma + 1) - 1) / 2));
  return boxBlur(boxBlur(plane, radius), radius);
}

export type Directions = {
  readonly across: Float32Array;
  readonly down: Float32Array;
};

/** Halves the doubled angles. Where there is no flow at all it runs to the right. */
export function directionsOf(cosine: Float32Array, sine: Float32Array): Directions {
  const across = new Float32Array(cosine.length);
  const down = new Float32Array(cosine.length);
  for (let cell = 0; cell < across.length; cell++) {
    const length = Math.sqrt(cosine[cell]! * cosine[cell]! + sine[cell]! * sine[cell]!);
    const share = length > 1e-12 ? cosine[cell]! / length : 1;
    across[cell] = Math.sqrt(Math.max(0, (1 + share) / 2));
    down[cell] = Math.sqrt(Math.max(0, (1 - share) / 2)) * (sine[cell]! < 0 ? -1 : 1);
  }
  return { across, down };
}

/** Energy below which there is nothing to follow: a gradient of an 8-bit level. */
const STILL = 1.5e-5;

/** Averages a plane along its flow, `reach` cells to each side: breaks are closed, and what does not run on fades. */
export function alongFlow(plane: Plane, { cosine, sine, energy }: FlowField, reach: number): Plane {
  const { data, width, height } = plane;
  const { across, down } = directionsOf(cosine.data, sine.data);
  const out = data.slice();
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (energy.data[cell]! < STILL) continue;
      let sum = data[cell]!;
      let count = 1;
      for (let side = -1; side <= 1; side += 2) {
        let [px, py] = [x, y];
        let [dx, dy] = [across[cell]! * side, down[cell]! * side];
        for (let step = 0; step < reach; step++) {
          px += dx;
          py += dy;
          const column = Math.round(px);
          const row = Math.round(py);
          if (column < 0 || row < 0 || column >= width || row >= height) break;
          const at = row * width + column;
          sum += data[at]!;
          count++;
          const turned = across[at]! * dx + down[at]! * dy < 0 ? -1 : 1;
          dx = across[at]! * turned;
          dy = down[at]! * turned;
        }
      }
      out[cell] = sum / count;
    }
  }
  return { data: out, width, height };
}
