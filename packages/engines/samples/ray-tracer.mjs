// A small ray tracer: ellipsoids on a floor in front of a wall, lit by a round lamp and the sky.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a, b) => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
const over = (a, b) => [a[0] / b[0], a[1] / b[1], a[2] / b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => scale(a, 1 / Math.hypot(...a));
const mix = (a, b, t) => add(scale(a, 1 - t), scale(b, t));

/** The same numbers for the same seed, so that a picture can be made again. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function hitBody(from, to, { centre, radii }) {
  const start = over(sub(from, centre), radii);
  const direction = over(to, radii);
  const square = dot(direction, direction);
  const half = dot(start, direction);
  const root = half * half - square * (dot(start, start) - 1);
  if (root < 0) return Infinity;
  const distance = (-half - Math.sqrt(root)) / square;
  return distance > 1e-3 ? distance : Infinity;
}

/**
 * @param scene `bodies` ({ centre, radii, colour or shade(point, random), gloss }), `lamp` ({ centre, radius, colour,
 * power }), `sky`, `eye`, `view` ({ across, tilt }), `floor(x, z)`, `wall(x, y)` with `wallAt`, `exposure`.
 * @returns the pixels, three bytes each.
 */
export function renderScene(scene, { width, height, samples = 4, seed = 12345 }) {
  const random = randomFrom(seed);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = [0, 0, 0];
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const u = (x + ((sample % samples) + random()) / samples - width / 2) / width;
        const v = (height / 2 - y - (Math.floor(sample / samples) + random()) / samples) / width;
        const { across, tilt } = scene.view;
        sum = add(sum, trace(scene, random, scene.eye, unit([u * across, v * across + tilt, 1]), 0));
      }
      const linear = scale(sum, (scene.exposure ?? 0.95) / (samples * samples));
      linear.forEach((value, channel) => {
        pixels[(y * width + x) * 3 + channel] = Math.round(255 * Math.min(1, value) ** (1 / 2.2));
      });
    }
  }
  return pixels;
}

function trace(scene, random, from, to, depth) {
  let nearest = Infinity;
  let body;
  for (const candidate of scene.bodies) {
    const distance = hitBody(from, to, candidate);
    if (distance < nearest) [nearest, body] = [distance, candidate];
  }
  const floorAt = scene.floor && to[1] < 0 ? -from[1] / to[1] : Infinity;
  const wallAt = to[2] > 0 ? (scene.wallAt - from[2]) / to[2] : Infinity;
  const background = Math.min(floorAt, wallAt);
  if (!body && background === Infinity) return scene.sky;
  if (nearest < background) return lightOfBody(scene, random, { body, from, to, distance: nearest, depth });
  const point = add(from, scale(to, background));
  const isFloor = floorAt < wallAt;
  const colour = isFloor ? scene.floor(point[0], point[2]) : scene.wall(point[0], point[1]);
  return shade(scene, random, point, isFloor ? [0, 1, 0] : [0, 0, -1], colour, contactWith(scene, point));
}

function lightOfBody(scene, random, { body, from, to, distance, depth }) {
  const point = add(from, scale(to, distance));
  const normal = unit(over(sub(point, body.centre), times(body.radii, body.radii)));
  const colour = body.shade ? body.shade(point, random) : body.colour;
  let light = shade(scene, random, point, normal, colour, 1);
  if (depth >= 2 || body.gloss === 0) return light;
  const mirrored = sub(to, scale(normal, 2 * dot(to, normal)));
  const fresnel = body.gloss * (0.25 + 0.75 * (1 + dot(to, normal)) ** 3);
  light = mix(light, trace(scene, random, point, mirrored, depth + 1), fresnel);
  const highlight = Math.max(0, dot(unit(sub(scene.lamp.centre, point)), mirrored)) ** 60;
  return add(light, scale(scene.lamp.colour, highlight * body.gloss * 2));
}

function shade(scene, random, point, normal, colour, contact) {
  const ambient = scale(scene.sky, (0.55 + 0.45 * normal[1]) * contact);
  return times(colour, add(ambient, scale(scene.lamp.colour, lampLight(scene, random, point, normal))));
}

function lampLight({ lamp, bodies }, random, point, normal) {
  const aside = [random() - 0.5, random() - 0.5, random() - 0.5];
  const toLamp = sub(add(lamp.centre, scale(aside, 2 * lamp.radius)), point);
  const distance = Math.hypot(...toLamp);
  const direction = scale(toLamp, 1 / distance);
  const isBlocked = bodies.some((body) => hitBody(point, direction, body) < distance);
  return isBlocked ? 0 : Math.max(0, dot(normal, direction)) * (lamp.power / (distance * distance));
}

/** How open the sky is above a place of the floor: less under a body that touches it. */
function contactWith({ bodies }, point) {
  return bodies.reduce((open, { centre, radii }) => {
    const apart = Math.hypot(point[0] - centre[0], point[1] - centre[1] + radii[1], point[2] - centre[2]);
    return open * Math.min(1, 0.45 + apart / (2.4 * radii[1]));
  }, 1);
}
