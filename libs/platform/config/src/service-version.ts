import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedFile } from './shipped-file.js';

/** The version of this program, from its package.json. */
export function serviceVersion(): string {
  const manifest = path.resolve(shippedFile('prices.json'), '../../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
