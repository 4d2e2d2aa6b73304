import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '#libs/media/providers';
import type { Pair } from './recording-http.js';
import { scrubbed } from './scrub.js';

/** The folder beside the adapter; that of `sonilo-async` is beside `sonilo`. Undefined where there is none. */
export function fixturesOf(adapter: string): string | undefined {
  const names = [adapter, adapter.replace(/-[a-z]+$/, '')];
  const folders = names.map((name) => path.join('libs/media/providers/src/adapters', name, 'fixtures'));
  return folders.find((folder) => existsSync(folder));
}

export function writeFixture(folder: string, name: string, pair: Pair, options: UpstreamOptions): void {
  const { origin: source } = new URL(options.baseUrl);
  const keys = options.apiKeys.map((key) => key.reveal());
  const date = new Date().toISOString().slice(0, 10);
  const fixture = { source, date, kind: 'recording', ...(scrubbed(pair, keys) as Pair) };
  const file = path.join(folder, `recorded-${name}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(fixture, null, 2)}\n`);
  console.log(`${file}: ${pair.request.method} was answered ${pair.status}`);
}

/** The body of the fixture that answers a call of this path, if there is one. */
export function answerIn(folder: string | undefined, callPath: string): unknown {
  const files = folder === undefined ? [] : globSync(path.join(folder, '*.json'));
  const all = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Partial<Pair>);
  return all.find(({ request, status = 0 }) => request?.path.endsWith(callPath) && status < 300)?.body;
}
