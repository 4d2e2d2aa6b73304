// Renders the sample picture of the start screen and the README: three spheres on a table by a window, ray-traced here,
// so that its licence is the project's own. Usage: node scripts/render-sample.mjs <out.jpg>
import sharp from 'sharp';

const WIDTH = 768;
const HEIGHT = 576;
const SAMPLES = 4;
const LIGHT = { centre: [3.5, 5, -2.5], radius: 0.9, colour: [1.05, 1, 0.94] };
const SKY = [0.33, 0.37, 0.44];
const SPHERES = [
  { centre: [-1.15, 0.75, 0.6], radius: 0.75, colour: [0.78, 0.2, 0.13], gloss: 0.25 },
  { centre: [0.55, 0.95, 1.3], radius: 0.95, colour: [0.86, 0.62, 0.44], gloss: 0.05 },
  { centre: [0.95, 0.42, -0.55], radius: 0.42, colour: [0.14, 0.4, 0.55], gloss: 0.4 },
  { centre: [-0.15, 0.28, -0.75], radius: 0.28, colour: [0.86, 0.75, 0.2], gloss: 0.1 },
];

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
const times = (a, b) => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => scale(a, 1 / Math.hypot(...a));
const mix = (a, b, t) => add(scale(a, 1 - t), scale(b, t));

let state = 12345;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
}

function hitSphere(from, to, { centre, radius }) {
  const offset = sub(from, centre);
  const half = dot(offset, to);
  const root = half * half - dot(offset, offset) + radius * radius;
  if (root < 0) return Infinity;
  const distance = -half - Math.sqrt(root);
  return distance > 1e-4 ? distance : Infinity;
}

/** Planks with grain. */
function wood(x, z) {
  const plank = Math.floor(x / 0.8);
  const grain =
    Math.sin(z * 3 + plank * 7 + Math.sin(x * 22 + plank) * 1.4) * 0.5 +
    Math.sin(x * 60 + Math.sin(z * 2)) * 0.25;
  const seam = Math.abs(x / 0.8 - plank - 0.5) > 0.485 ? 0.55 : 1;
  return scale([0.5, 0.34, 0.21], (0.9 + 0.12 * grain + 0.05 * Math.sin(plank * 12.9)) * seam);
}

function wall(x, y) {
  const panel = Math.abs(((x + 20) % 2) - 1) > 0.97 ? 0.86 : 1;
  return scale([0.52, 0.55, 0.52], panel * (0.96 + 0.04 * Math.sin(y * 2 + x)));
}

function shadow(point, normal) {
  const aim = add(LIGHT.centre, scale([random() - 0.5, random() - 0.5, random() - 0.5], 2 * LIGHT.radius));
  const toLight = sub(aim, point);
  const distance = Math.hypot(...toLight);
  const direction = scale(toLight, 1 / distance);
  const isBlocked = SPHERES.some((sphere) => hitSphere(point, direction, sphere) < distance);
  return isBlocked ? 0 : Math.max(0, dot(normal, direction)) * (42 / (distance * distance));
}

function trace(from, to, depth) {
  let nearest = Infinity;
  let sphere;
  for (const candidate of SPHERES) {
    const distance = hitSphere(from, to, candidate);
    if (distance < nearest) [nearest, sphere] = [distance, candidate];
  }
  const floorAt = to[1] < 0 ? -from[1] / to[1] : Infinity;
  const wallAt = to[2] > 0 ? (4.2 - from[2]) / to[2] : Infinity;
  const background = Math.min(floorAt, wallAt);
  if (!sphere && background === Infinity) return SKY;
  const isSphere = nearest < background;
  const point = add(from, scale(to, isSphere ? nearest : background));
  const normal = isSphere ? unit(sub(point, sphere.centre)) : floorAt < wallAt ? [0, 1, 0] : [0, 0, -1];
  const colour = isSphere
    ? sphere.colour
    : floorAt < wallAt
      ? wood(point[0], point[2])
      : wall(point[0], point[1]);
  const contact = isSphere
    ? 1
    : SPHERES.reduce(
        (open, { centre, radius }) =>
          open *
          Math.min(
            1,
            0.45 +
              Math.hypot(point[0] - centre[0], point[1] - centre[1] + radius, point[2] - centre[2]) /
                (2.4 * radius),
          ),
        1,
      );
  const ambient = scale(SKY, (0.55 + 0.45 * normal[1]) * contact);
  let light = times(colour, add(ambient, scale(LIGHT.colour, shadow(point, normal))));
  if (isSphere && depth < 2) {
    const mirrored = sub(to, scale(normal, 2 * dot(to, normal)));
    const fresnel = sphere.gloss * (0.25 + 0.75 * (1 + dot(to, normal)) ** 3);
    light = mix(light, trace(point, mirrored, depth + 1), fresnel);
    const highlight = Math.max(0, dot(unit(sub(LIGHT.centre, point)), mirrored)) ** 60;
    light = add(light, scale(LIGHT.colour, highlight * sphere.gloss * 2));
  }
  return light;
}

const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
const eye = [0.15, 1.75, -4.6];
for (let y = 0; y < HEIGHT; y += 1) {
  for (let x = 0; x < WIDTH; x += 1) {
    let sum = [0, 0, 0];
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
      const u = (x + ((sample % SAMPLES) + random()) / SAMPLES - WIDTH / 2) / WIDTH;
      const v = (HEIGHT / 2 - y - (Math.floor(sample / SAMPLES) + random()) / SAMPLES) / WIDTH;
      sum = add(sum, trace(eye, unit([u * 1.05, v * 1.05 - 0.17, 1]), 0));
    }
    const at = (y * WIDTH + x) * 3;
    sum.forEach((value, channel) => {
      const linear = Math.min(1, (value / (SAMPLES * SAMPLES)) * 0.95);
      pixels[at + channel] = Math.round(255 * linear ** (1 / 2.2));
    });
  }
}
const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
await image.jpeg({ quality: 88 }).toFile(process.argv[2] ?? 'sample.jpg');
