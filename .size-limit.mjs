// What a browser loads for the first page of the console, start included, and what a small program needs of the client:
// npm run size, a step of npm run check.
import fs from 'node:fs';
import path from 'node:path';
import { bundled } from './scripts/build-client.mjs';

const CONSOLE = 'dist/apps/console';
const IMPORT = /(?:from|import)"\.\/([^"]+\.js)"/g;

const page = fs.readFileSync(path.join(CONSOLE, 'index.html'), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, file]) => file);
const start = fs.readdirSync(path.join(CONSOLE, 'assets')).filter((file) => /^start-page-/.test(file));
const files = new Set(['index.html']);
for (const file of [...named, ...start.map((name) => `assets/${name}`)]) add(file);

export default [
  {
    name: 'first page of the console',
    path: [...files].map((file) => path.join(CONSOLE, file)),
    gzip: true,
    limit: '300 kB',
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

/** A file, and the scripts that it imports before it runs. */
function add(file) {
  if (files.has(file)) return;
  files.add(file);
  if (!file.endsWith('.js')) return;
  const text = fs.readFileSync(path.join(CONSOLE, file), 'utf8');
  for (const [, name] of text.matchAll(IMPORT)) add(`assets/${name}`);
}
