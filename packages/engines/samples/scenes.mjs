import { add, scale } from './ray-tracer.mjs';

const ball = (centre, radius, colour, gloss) => ({ centre, radii: [radius, radius, radius], colour, gloss });

/** Four balls on a wooden table by a window at the right. */
export const ROOM = {
  bodies: [
    ball([-1.15, 0.75, 0.6], 0.75, [0.78, 0.2, 0.13], 0.25),
    ball([0.55, 0.95, 1.3], 0.95, [0.86, 0.62, 0.44], 0.05),
    ball([0.95, 0.42, -0.55], 0.42, [0.14, 0.4, 0.55], 0.4),
    ball([-0.15, 0.28, -0.75], 0.28, [0.86, 0.75, 0.2], 0.1),
  ],
  lamp: { centre: [3.5, 5, -2.5], radius: 0.9, colour: [1.05, 1, 0.94], power: 33 },
  sky: [0.33, 0.37, 0.44],
  eye: [0.15, 1.75, -4.6],
  view: { across: 1.05, tilt: -0.17 },
  wallAt: 4.2,
  floor: wood,
  wall: panels,
};

/** The room for a film: a wide view, in which the yellow ball has rolled so far from left (0) to right (1). */
export function rollingBall(progress) {
  const [red, cream, blue] = ROOM.bodies;
  const yellow = ball([-1.3 + 2.6 * progress, 0.36, -1.1], 0.36, [0.9, 0.76, 0.15], 0.15);
  const behind = (body, z) => ({ ...body, centre: [body.centre[0], body.centre[1], z] });
  return {
    ...ROOM,
    bodies: [red, cream, behind(blue, 0.3), yellow],
    view: { across: 1.25, tilt: -0.2 },
  };
}

const SKIN = [0.62, 0.36, 0.25];
const HAIR = [0.11, 0.06, 0.035];

/** Head and shoulders of a doll, lit from the upper left: skin with pores, blotches and blush, for skin enhancers. */
export const PORTRAIT = {
  bodies: [
    { centre: [0, 0.1, 0], radii: [0.72, 0.92, 0.74], shade: skin, gloss: 0.03 },
    { centre: [0, -0.02, -0.72], radii: [0.115, 0.2, 0.13], shade: skin, gloss: 0.05 },
    { centre: [0, -0.95, 0.12], radii: [0.3, 0.62, 0.3], shade: skin, gloss: 0.02 },
    { centre: [-0.71, 0.08, 0.06], radii: [0.1, 0.2, 0.12], shade: skin, gloss: 0.02 },
    { centre: [0.71, 0.08, 0.06], radii: [0.1, 0.2, 0.12], shade: skin, gloss: 0.02 },
    ...[-0.28, 0.28].flatMap((x) => [
      { centre: [x, 0.2, -0.61], radii: [0.135, 0.075, 0.09], colour: [0.86, 0.85, 0.84], gloss: 0.12 },
      { centre: [x, 0.2, -0.675], radii: [0.058, 0.062, 0.04], colour: [0.16, 0.24, 0.2], gloss: 0.2 },
      { centre: [x, 0.2, -0.7], radii: [0.028, 0.03, 0.025], colour: [0.01, 0.01, 0.01], gloss: 0.6 },
      { centre: [x * 1.03, 0.37, -0.61], radii: [0.17, 0.028, 0.09], shade: hair, gloss: 0.02 },
    ]),
    { centre: [0, -0.36, -0.6], radii: [0.2, 0.05, 0.11], colour: [0.55, 0.17, 0.16], gloss: 0.12 },
    { centre: [0, -0.42, -0.59], radii: [0.16, 0.05, 0.11], colour: [0.6, 0.2, 0.18], gloss: 0.14 },
    { centre: [0, 0.45, 0.16], radii: [0.82, 0.88, 0.78], shade: hair, gloss: 0.03 },
    { centre: [0, -1.95, 0.2], radii: [1.35, 0.85, 0.62], shade: cloth, gloss: 0.01 },
  ],
  lamp: { centre: [-3, 3.2, -4.5], radius: 0.7, colour: [1.05, 1, 0.92], power: 34 },
  sky: [0.3, 0.32, 0.36],
  eye: [0, 0.05, -4.2],
  view: { across: 0.78, tilt: -0.02 },
  wallAt: 3.2,
  wall: (x, y) => scale([0.3, 0.4, 0.42], 0.8 + 0.08 * y - 0.05 * x),
};

/** Planks with grain. */
function wood(x, z) {
  const plank = Math.floor(x / 0.8);
  const grain =
    Math.sin(z * 3 + plank * 7 + Math.sin(x * 22 + plank) * 1.4) * 0.5 +
    Math.sin(x * 60 + Math.sin(z * 2)) * 0.25;
  const seam = Math.abs(x / 0.8 - plank - 0.5) > 0.485 ? 0.55 : 1;
  return scale([0.5, 0.34, 0.21], (0.9 + 0.12 * grain + 0.05 * Math.sin(plank * 12.9)) * seam);
}

function panels(x, y) {
  const panel = Math.abs(((x + 20) % 2) - 1) > 0.97 ? 0.86 : 1;
  return scale([0.52, 0.55, 0.52], panel * (0.96 + 0.04 * Math.sin(y * 2 + x)));
}

function skin([x, y, z]) {
  const blotch = 1 + 0.05 * Math.sin(x * 19 + y * 7) * Math.sin(y * 17 - z * 5);
  const pore = 1 - 0.1 * spots(x, y, 70) - 0.16 * spots(x + 3, y + 1, 17) ** 4;
  const blush = 0.5 * Math.exp(-((Math.abs(x) - 0.4) ** 2 + (y + 0.08) ** 2) / 0.03);
  const colour = scale(SKIN, blotch * pore);
  return [colour[0], colour[1] * (1 - 0.3 * blush), colour[2] * (1 - 0.25 * blush)];
}

function hair([x, y]) {
  return scale(HAIR, 0.7 + 0.6 * Math.abs(Math.sin(x * 48 + 5 * Math.sin(y * 3)) * Math.sin(x * 21 + y * 4)));
}

function cloth([x, y]) {
  const weave = 0.92 + 0.08 * Math.sin(x * 90) * Math.sin(y * 90);
  return scale([0.16, 0.24, 0.46], weave);
}

/** Smooth random spots of the given fineness, 0 to 1. */
function spots(x, y, fineness) {
  const [column, row] = [Math.floor(x * fineness), Math.floor(y * fineness)];
  const ease = (t) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x * fineness - column), ease(y * fineness - row)];
  const at = (i, j) => {
    const value = Math.sin((column + i) * 127.1 + (row + j) * 311.7) * 43758.5453;
    return value - Math.floor(value);
  };
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/** A painted sunset over the sea, in strokes: a picture whose colours and texture are worth taking over. */
export function painting(x, y) {
  const bend = 0.02 * Math.sin(x * 9 + y * 4) + 0.012 * Math.sin(x * 31);
  const stroke = 0.14 * (spots(x * 0.35 + bend, y + bend, 60) - 0.5) + 0.1 * (spots(x, y * 3, 22) - 0.5);
  const sun = Math.exp(-((x - 0.62) ** 2 * 1.6 + (y - 0.44) ** 2 * 2.4) / 0.012);
  const glow = Math.exp(-((x - 0.62) ** 2 + (y - 0.44) ** 2) / 0.12);
  const height = Math.min(1, Math.max(0, y + stroke));
  const sky = add(scale([0.09, 0.1, 0.34], 1 - height), scale([0.95, 0.36, 0.12], height * 1.3));
  const path = Math.exp(-((x - 0.62 + 0.3 * stroke) ** 2) / (0.004 + 0.05 * Math.max(0, y - 0.56)));
  const sea = add([0.03, 0.12, 0.24], scale([0.95, 0.42, 0.14], path * (0.35 + 3 * Math.abs(stroke))));
  const colour = y + 0.3 * stroke < 0.56 ? add(sky, scale([1, 0.75, 0.25], sun + 0.35 * glow)) : sea;
  return scale(colour, 1 + 1.6 * stroke);
}

/** A lamp's pool of warm light at the upper left: only light, no things in it. */
export function lightmap(x, y) {
  const near = Math.exp(-((x - 0.22) ** 2 + (y - 0.3) ** 2) / 0.14);
  return [0.03 + 0.95 * near, 0.03 + 0.66 * near, 0.035 + 0.3 * near];
}
