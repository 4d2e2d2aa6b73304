// Writes the console's client and query options from openapi.json: part of the build, and of type checks without one.
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const root = path.resolve(import.meta.dirname, '..');
await createClient({
  input: path.join(root, 'openapi.json'),
  // Lists are read on by their cursor; page numbers end at row 10,000.
  parser: { pagination: { keywords: ['cursor'] } },
  output: path.join(root, 'apps/console/src/api/generated'),
  plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
  logs: { level: 'silent' },
});
