// Makes the files under libs/media/work/src/samples/files, which the service offers at /samples and its examples use. They are rendered
// here and by the project's own engines, so that their licence is the project's. Needs a build.
// Usage: node packages/engines/samples/render.mjs [name …]
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import yazl from 'yazl';
import { ImageEngine } from '../dist/image/index.js';
import { MusicEngine, planMusic } from '../dist/music/index.js';
import { VideoEngine } from '../dist/video/index.js';
import { renderScene } from './ray-tracer.mjs';
import { lightmap, painting, PORTRAIT, rollingBall, ROOM } from './scenes.mjs';

const target = path.resolve(import.meta.dirname, '../../../libs/media/work/src/samples/files');
const packageFolder = path.resolve(import.meta.dirname, 'node');
/** Of every entry of the archive, so that equal files make an equal archive. */
const NODE_TIME = new Date('2026-01-01T00:00:00Z');

const makers = {
  'portrait.jpg': (file) => scene(PORTRAIT, 480, 600, file),
  'room.jpg': (file) => scene(ROOM, 768, 576, file),
  'painting.jpg': (file) => drawing(painting, 480, 360, file),
  'lightmap.png': (file) => drawing(lightmap, 96, 72, file),
  'start.jpg': (file) => scene(rollingBall(0), 640, 360, file),
  'end.jpg': (file) => scene(rollingBall(1), 640, 360, file),
  'clip.mp4': (file) => video(file, ROLLING),
  'node.zip': node,
  // What the service makes of the files above, named by the kind of task.
  'image-relight.jpg': (file) =>
    picture(file, 'relight', 'room.jpg', { prompt: SUNSET, lightTransferStrength: 100 }),
  'image-style-transfer.jpg': (file) =>
    picture(file, 'transferStyle', 'portrait.jpg', { reference: read('painting.jpg') }),
  'skin-enhancer-faithful.jpg': (file) =>
    picture(file, 'enhanceSkin', 'portrait.jpg', { mode: 'faithful', ...CRISP }),
  'skin-enhancer-creative.jpg': (file) =>
    picture(file, 'enhanceSkin', 'portrait.jpg', { mode: 'creative', ...CRISP }),
  'skin-enhancer-flexible.jpg': (file) =>
    picture(file, 'enhanceSkin', 'portrait.jpg', {
      mode: 'flexible',
      optimizedFor: 'improve_lighting',
      ...CRISP,
    }),
  'video-reference.mp4': (file) =>
    video(file, {
      ...ROLLING,
      kind: 'references',
      prompt: 'fade, warm light',
      durationSeconds: 2,
    }),
  'music-from-text.mp3': (file) =>
    music(file, { prompt: 'calm piano waltz in D minor, 90 bpm', durationSeconds: 6 }),
  'music-from-video.mp3': (file) => music(file, { prompt: 'warm strings, slow', durationSeconds: 3 }),
};

const SUNSET = 'warm (sunset:1.3) from the left';
const CRISP = { sharpen: 50, smartGrain: 0 };
const ROLLING = {
  kind: 'start-end',
  imagePaths: ['start.jpg', 'end.jpg'].map((name) => path.join(target, name)),
  prompt: 'The ball rolls to the right',
  resolution: '360p',
  aspectRatio: '16:9',
  durationSeconds: 3,
  seed: 7,
};

const names = process.argv.slice(2);
for (const [name, make] of Object.entries(makers)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const file = path.join(target, name);
  await make(file);
  console.log(`${name}  ${(await readFile(file)).length} bytes`);
}
process.exit();

async function scene(what, width, height, file) {
  await save(renderScene(what, { width, height }), width, height, file);
}

async function drawing(colourAt, width, height, file) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const colour = colourAt(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
    colour.forEach((value, channel) => {
      pixels[at * 3 + channel] = Math.round(255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2));
    });
  }
  await save(pixels, width, height, file);
}

async function save(pixels, width, height, file) {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  await (file.endsWith('.png') ? image.png() : image.jpeg({ quality: 84 })).toFile(file);
}

function read(name) {
  return readFileSync(path.join(target, name));
}

async function picture(file, act, name, settings) {
  const engine = new ImageEngine({ processes: 1 });
  const { bytes } = await engine[act]({ image: read(name), seed: 7, ...settings });
  await sharp(bytes).jpeg({ quality: 84 }).toFile(file);
  await engine.close();
}

async function video(file, request) {
  const outputFolder = await mkdtemp(path.join(os.tmpdir(), 'sample-clip-'));
  const engine = new VideoEngine();
  const { videoPath } = await engine.generate(request, { outputFolder });
  await copyFile(videoPath, file);
  await engine.close();
  await rm(outputFolder, { recursive: true });
}

async function music(file, request) {
  const engine = new MusicEngine();
  const chunks = [];
  for await (const { bytes } of engine.stream(planMusic({ seed: 7, ...request }))) chunks.push(bytes);
  await writeFile(file, Buffer.concat(chunks));
  await engine.close();
}

async function node(file) {
  const zip = new yazl.ZipFile();
  for (const name of (await readdir(packageFolder)).sort()) {
    zip.addBuffer(await readFile(path.join(packageFolder, name)), name, { mtime: NODE_TIME, mode: 0o100644 });
  }
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  await writeFile(file, Buffer.concat(chunks));
}
