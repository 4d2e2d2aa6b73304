// Draws what the local engines make, one page per area, for visual review. Needs a build.
// Usage: npm run contact-sheet -- [relight|style|skin|video|music ...] [--photos FOLDER] [--output FOLDER] [--before CHECKOUT]
// Without photographs the product's samples are used. With --before, each tile shows the result of that other checkout first,
// then this one's.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { musicPage } from './music-page.mjs';
import { readPhotos } from './photos.mjs';
import { relightPage, skinPage, stylePage } from './picture-pages.mjs';
import { drawPage } from './sheet.mjs';
import { videoPage } from './video-page.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const PAGES = { relight: relightPage, style: stylePage, skin: skinPage, video: videoPage, music: musicPage };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: path.join(root, 'libs/media/work/src/samples/files') },
    output: { type: 'string', default: 'contact-sheets' },
    before: { type: 'string' },
  },
});
const unknown = positionals.find((name) => !(name in PAGES));
if (unknown) {
  console.error(`There is no page "${unknown}". Pages: ${Object.keys(PAGES).join(', ')}.`);
  process.exit(2);
}

const photos = await readPhotos(values.photos);
const checkouts = [...(values.before ? [path.resolve(values.before)] : []), root];
await mkdir(values.output, { recursive: true });
for (const name of positionals.length > 0 ? positionals : Object.keys(PAGES)) {
  const file = path.join(values.output, `${name}.png`);
  const versions = [];
  for (const checkout of checkouts) versions.push(await PAGES[name](checkout, photos));
  await drawPage(versions, file);
  console.log(file);
}
process.exit();
