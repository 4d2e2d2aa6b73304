// What a browser loads for the first page of the console, start included, and what a small program needs of the client:
// npm run size, a step of npm run check.
import fs from 'node:fs';
import path from 'node:path';
import { bundled } from './scripts/build-client.mjs';

const CONSOLE = 'dist/apps/console';
const FILES_MAX = 15;

const manifest = JSON.parse(fs.readFileSync(path.join(CONSOLE, '.vite/manifest.json'), 'utf8'));
const files = new Set(['index.html', 'icon.svg', 'color-scheme.js']);
add('index.html');
if (files.size > FILES_MAX)
  throw new Error(`The first page of the console needs ${files.size} files: at most ${FILES_MAX}.`);

export default [
  {
    name: 'first page of the console',
    path: [...files].map((file) => path.join(CONSOLE, file)),
    brotli: true,
    limit: '200 kB',
  },
  {
    name: 'client: relight and wait',
    path: await bundled(
      "import { Atelier } from '@atelier/client'; await new Atelier().relight({ image: '' }).wait();",
    ),
    gzip: true,
    limit: '15 kB',
  },
];

/** A file of the manifest, and what is loaded with it. */
function add(entry) {
  const { file, css = [], imports = [] } = manifest[entry];
  if (files.has(file)) return;
  for (const one of [file, ...css]) files.add(one);
  for (const one of imports) add(one);
}
