// npm run client: makes the client from openapi.json and compiles it to packages/client/dist.
import fs from 'node:fs';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'rolldown';
import { runToEnd } from './foreground.mjs';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'packages/client');
const document = path.join(root, 'openapi.json');
const generated = path.join(folder, 'src/generated');

if (import.meta.main) await buildClient();

/** Ends the process when it fails. */
export async function buildClient() {
  await createClient({
    input: document,
    // Lists are read on by their cursor; page numbers end at row 10,000.
    parser: { pagination: { keywords: ['cursor'] } },
    output: generated,
    plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
    logs: { level: 'silent' },
  });
  fs.writeFileSync(path.join(generated, 'error-codes.gen.ts'), typeOfErrorCodes());
  fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const status = await runToEnd(process.execPath, [compiler, '-p', folder], 'inherit');
  if (status !== 0) process.exit(status);
}

/** The file that a program for browsers becomes with what it imports. */
export async function bundled(program) {
  const [input, file] = ['program.js', 'bundle.js'].map((name) =>
    path.join(root, 'node_modules/.cache/atelier', name),
  );
  fs.mkdirSync(path.dirname(input), { recursive: true });
  fs.writeFileSync(input, program);
  await build({ input, platform: 'browser', output: { file, minify: true }, logLevel: 'warn' });
  return file;
}

/** Every code that a reply of the document may have in `error`. */
function typeOfErrorCodes() {
  const codes = new Set();
  JSON.parse(fs.readFileSync(document, 'utf8'), (key, value) => {
    if (key === 'error') for (const code of value?.enum ?? []) codes.add(code);
    return value;
  });
  const members = [...codes].sort().map((code) => `\n  | '${code}'`);
  return `export type OperationErrorCode =${members.join('')};\n`;
}
