import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Writes a vendors file for `VENDORS_FILE`, with further fields, and returns its path. */
export function vendorsFile(vendors: unknown, more: object = {}): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'atelier-vendors-')), 'vendors.json');
  writeFileSync(file, JSON.stringify({ vendors, ...more }));
  return file;
}
