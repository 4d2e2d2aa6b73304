// Writes src/generated/ from openapi.json: part of the build, and of type checks without one.
import fs from 'node:fs';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const input = path.resolve(import.meta.dirname, '../../openapi.json');
const output = path.join(import.meta.dirname, 'src/generated');
await createClient({
  input,
  // Lists are read on by their cursor; page numbers end at row 10,000.
  parser: { pagination: { keywords: ['cursor'] } },
  output,
  plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
  logs: { level: 'silent' },
});

/** Every code that a reply of the document may have in `error`. */
const codes = new Set();
JSON.parse(fs.readFileSync(input, 'utf8'), (key, value) => {
  if (key === 'error') for (const code of value?.enum ?? []) codes.add(code);
  return value;
});
const lines = [...codes].sort().map((code) => `\n  | '${code}'`);
fs.writeFileSync(
  path.join(output, 'error-codes.gen.ts'),
  `export type OperationErrorCode =${lines.join('')};\n`,
);
