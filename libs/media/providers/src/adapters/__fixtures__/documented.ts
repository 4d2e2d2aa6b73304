import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import type { VendorWork } from '../vendor-work.js';

/** Answers of vendors, from their documentation: a file of the folder `fixtures` beside a spec. */
export function documentedIn(folder: string) {
  const fixture = (name: string): { status: number; body: any } =>
    JSON.parse(readFileSync(path.join(folder, 'fixtures', `${name}.json`), 'utf8'));
  const reply = (name: string) => ({ status: fixture(name).status, json: fixture(name).body });
  return { fixture, reply };
}

/** The part of a work that readers of answers look at. */
export function workOf(kind: string): VendorWork {
  return { kind, fields: {} } as unknown as VendorWork;
}

export function optionsWith(stated: Partial<UpstreamOptions> = {}): UpstreamOptions {
  return { paths: new Map(), recipes: new Map(), ...stated } as UpstreamOptions;
}
