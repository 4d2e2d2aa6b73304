// Draws before/after sheets of the image engine for a person to look at.
// Usage: npm run contact-sheet -- <folder of pictures> <output.png> [relight|style|skin|all]
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import {
  ImageEngine,
  RELIGHT_ENGINES,
  RELIGHT_STYLES,
  SKIN_OPTIMIZATIONS,
  STYLE_ENGINES,
  STYLE_FLAVORS,
  TRANSFER_LIGHT_B,
  sniffImage,
} from '../dist/libs/engines/image/src/index.js';

const TILE = 300;
const LABEL = 22;
const COLUMNS = 5;
const PROMPTS = [
  'warm light from the left',
  'cold light from the right',
  '(sunset:1.4)',
  '(neon:1.2) cyberpunk night',
  'moonlight',
  'backlit silhouette',
  'soft studio softbox',
  'dramatic spotlight',
];

const [folder, output, family = 'all'] = process.argv.slice(2);
if (!folder || !output) {
  console.error('Usage: npm run contact-sheet -- <folder of pictures> <output.png> [relight|style|skin|all]');
  process.exit(2);
}

const pictures = await readPictures(folder);
const engine = new ImageEngine({ processes: 2 });
const sheets = {
  relight: (picture, other) => [
    job('lit as ' + other.name, () => engine.relight({ image: picture.bytes, reference: other.bytes })),
    job('50 %', () =>
      engine.relight({ image: picture.bytes, reference: other.bytes, lightTransferStrength: 50 }),
    ),
    job('no background', () =>
      engine.relight({ image: picture.bytes, reference: other.bytes, changeBackground: false }),
    ),
    job('lightmap ' + other.name, () => engine.relight({ image: picture.bytes, lightmap: other.bytes })),
    job('no prompt', () => engine.relight({ image: picture.bytes })),
    ...PROMPTS.map((prompt) => job(prompt, () => engine.relight({ image: picture.bytes, prompt }))),
    ...RELIGHT_STYLES.map((style) =>
      job('style ' + style, () => engine.relight({ image: picture.bytes, prompt: 'warm left', style })),
    ),
    ...RELIGHT_ENGINES.map((look) =>
      job('engine ' + look, () =>
        engine.relight({ image: picture.bytes, prompt: 'warm left', engine: look }),
      ),
    ),
    ...TRANSFER_LIGHT_B.map((transferLightB) =>
      job('b ' + transferLightB, () =>
        engine.relight({ image: picture.bytes, reference: other.bytes, transferLightB }),
      ),
    ),
  ],
  style: (picture, other) => [
    ...STYLE_ENGINES.map((look) =>
      job('engine ' + look, () =>
        engine.transferStyle({ image: picture.bytes, reference: other.bytes, engine: look }),
      ),
    ),
    ...STYLE_FLAVORS.map((flavor) =>
      job('flavor ' + flavor, () =>
        engine.transferStyle({ image: picture.bytes, reference: other.bytes, flavor }),
      ),
    ),
    ...[0, 100].map((structureStrength) =>
      job('structure ' + structureStrength, () =>
        engine.transferStyle({ image: picture.bytes, reference: other.bytes, structureStrength }),
      ),
    ),
    ...['standard', 'pop', 'super_pop'].map((portraitStyle) =>
      job('portrait ' + portraitStyle, () =>
        engine.transferStyle({
          image: picture.bytes,
          reference: other.bytes,
          isPortrait: true,
          portraitStyle,
        }),
      ),
    ),
    job('beautify max', () =>
      engine.transferStyle({
        image: picture.bytes,
        reference: other.bytes,
        isPortrait: true,
        portraitBeautifier: 'beautify_face_max',
      }),
    ),
  ],
  skin: (picture) => [
    job('faithful', () => engine.enhanceSkin({ image: picture.bytes, mode: 'faithful' })),
    job('faithful detail 0', () =>
      engine.enhanceSkin({ image: picture.bytes, mode: 'faithful', skinDetail: 0 }),
    ),
    job('creative', () => engine.enhanceSkin({ image: picture.bytes, mode: 'creative' })),
    ...SKIN_OPTIMIZATIONS.map((optimizedFor) =>
      job(optimizedFor, () => engine.enhanceSkin({ image: picture.bytes, mode: 'flexible', optimizedFor })),
    ),
    job('sharpen 60', () => engine.enhanceSkin({ image: picture.bytes, mode: 'faithful', sharpen: 60 })),
    job('grain 60', () => engine.enhanceSkin({ image: picture.bytes, mode: 'faithful', smartGrain: 60 })),
  ],
};

for (const name of family === 'all' ? Object.keys(sheets) : [family]) {
  const path = join(dirname(output), `${basename(output, extname(output))}-${name}.png`);
  await drawSheet(sheets[name], path);
  console.log(path);
}
await engine.close();

async function readPictures(from) {
  const names = (await readdir(from)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(from, name)) })),
  );
  return files
    .filter(({ bytes }) => sniffImage(bytes))
    .map(({ name, bytes }) => ({ name: basename(name, extname(name)), bytes }));
}

function job(label, run) {
  return { label, run };
}

async function drawSheet(jobsOf, path) {
  const tiles = [];
  for (const [index, picture] of pictures.entries()) {
    const other = pictures[(index + 1) % pictures.length];
    const jobs = [job(picture.name, async () => picture), ...jobsOf(picture, other)];
    tiles.push(...(await Promise.all(jobs.map(async ({ label, run }) => tile(label, (await run()).bytes)))));
    while (tiles.length % COLUMNS !== 0) tiles.push(undefined);
  }
  const rows = tiles.length / COLUMNS;
  await sharp({
    create: { width: COLUMNS * TILE, height: rows * (TILE + LABEL), channels: 3, background: '#202020' },
  })
    .composite(
      tiles.flatMap((parts, index) =>
        (parts ?? []).map(({ input, top }) => ({
          input,
          left: (index % COLUMNS) * TILE,
          top: Math.floor(index / COLUMNS) * (TILE + LABEL) + top,
        })),
      ),
    )
    .png()
    .toFile(path);
}

async function tile(label, bytes) {
  const picture = await sharp(bytes)
    .resize(TILE - 4, TILE - 4, { fit: 'contain', background: '#202020' })
    .png()
    .toBuffer();
  const text = await sharp({
    text: {
      text: `<span foreground="#f0f0f0">${label.replaceAll('&', '&amp;')}</span>`,
      dpi: 96,
      rgba: true,
    },
  })
    .resize({ width: TILE - 8, height: LABEL - 4, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  return [
    { input: text, top: 1 },
    { input: picture, top: LABEL },
  ];
}
