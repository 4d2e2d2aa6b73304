// Writes src/generated/ from openapi.json: part of the build, and of type checks without one.
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

await createClient({
  input: path.resolve(import.meta.dirname, '../../openapi.json'),
  // Lists are read on by their cursor; page numbers end at row 10,000.
  parser: { pagination: { keywords: ['cursor'] } },
  output: path.join(import.meta.dirname, 'src/generated'),
  plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
  logs: { level: 'silent' },
});
