// Writes the console's client, query options and media forms from openapi.json: part of the build, and of type checks without one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { writeForms } from './console-forms.mjs';

const root = path.resolve(import.meta.dirname, '..');
const document = path.join(root, 'openapi.json');
const output = path.join(root, 'apps/console/src/api/generated');
await createClient({
  input: document,
  // Lists are read on by their cursor; page numbers end at row 10,000.
  parser: { pagination: { keywords: ['cursor'] } },
  output,
  plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
  logs: { level: 'silent' },
});
writeForms(JSON.parse(readFileSync(document, 'utf8')), path.join(output, 'forms'));
