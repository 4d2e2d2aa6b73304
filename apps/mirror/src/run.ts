import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNING_KEY_PATTERN, SigningKey } from '#libs/platform/signing';
import { exportBundle, importBundle } from './bundle.js';
import { MirrorError } from './mirror.error.js';
import { MirrorFolder } from './mirror-folder.js';
import { Mirroring } from './mirroring.js';
import { mirrorServer } from './serve.js';
import { Upstream } from './upstream.js';

const USAGE = `Usage: atelier mirror FOLDER [--from URL] [--public-key KEY] [--follow] [--serve PORT] [--host ADDRESS] [--again]
       atelier bundle keygen FILE
       atelier bundle export FILE --from FOLDER|URL --key FILE [--nodes ID,ID…] [--public-key KEY]
       atelier bundle import FILE --into FOLDER --public-key KEY`;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const options = {
  from: { type: 'string' },
  into: { type: 'string' },
  key: { type: 'string' },
  nodes: { type: 'string' },
  'public-key': { type: 'string' },
  serve: { type: 'string' },
  host: { type: 'string', default: '0.0.0.0' },
  follow: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function main([command, ...parameters]: readonly string[]): Promise<void> {
  const { values, positionals } = parse(parameters);
  const [first, second] = positionals;
  if (command === 'mirror' && first !== undefined && second === undefined)
    return mirror(resolve(first), values);
  if (command !== 'bundle' || second === undefined || positionals.length > 2) throw new MirrorError(USAGE);
  if (first === 'keygen') return generateKey(resolve(second));
  if (first === 'export') return exportTo(resolve(second), values);
  if (first === 'import') return importFrom(resolve(second), values);
  throw new MirrorError(USAGE);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new MirrorError(`${(error as Error).message}\n${USAGE}`);
  }
}

async function mirror(name: string, values: Values): Promise<void> {
  const { from, serve, host, again } = values;
  if (from === undefined && serve === undefined) throw new MirrorError(USAGE);
  if (from === undefined && !existsSync(name)) throw new MirrorError(`There is no mirror in ${name}.`);
  await withFolder(name, async (folder) => {
    if (from === undefined) return serving(serve, host, [folder], untilStopped);
    await withUpstream(from, async (upstream) => {
      const mirroring = new Mirroring(folder, upstream, stopping.signal, console.log);
      const pulling = new Upstream(from, stopping.signal);
      await serving(serve, host, [folder, { upstream: pulling, mirroring }], async () => {
        await mirroring.begin(values['public-key'], { again });
        if (serve !== undefined || values.follow) await mirroring.follow();
        else complain(await mirroring.catchUp());
      }).finally(() => pulling.close());
    });
  });
}

/** Serves the mirror while it works, if it has a port. */
async function serving(
  port: string | undefined,
  host: string,
  what: Parameters<typeof mirrorServer>,
  work: () => Promise<void>,
): Promise<void> {
  if (port === undefined) return work();
  const server = mirrorServer(...what).listen(Number(port), host);
  await once(server, 'listening');
  console.log(`The mirror is at http://localhost:${(server.address() as AddressInfo).port}`);
  try {
    await work();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function untilStopped(): Promise<void> {
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
}

function generateKey(file: string): void {
  const key = SigningKey.generate();
  writeFileSync(file, `${key.line}\n`, { mode: 0o600, flag: 'wx' });
  console.log(key.publicKey);
}

async function exportTo(file: string, values: Values): Promise<void> {
  const { from, key: keyFile, nodes } = values;
  if (from === undefined || keyFile === undefined) throw new MirrorError(USAGE);
  const line = readFileSync(resolve(keyFile), 'utf8').trim();
  if (!SIGNING_KEY_PATTERN.test(line))
    throw new MirrorError(`${keyFile} is no key of atelier bundle keygen.`);
  const ids = nodes?.split(',').filter((id) => id !== '');
  const isUrl = /^https?:/.test(from);
  if (!isUrl && !existsSync(resolve(from))) throw new MirrorError(`There is no mirror in ${from}.`);
  const source = isUrl ? mkdtempSync(path.join(os.tmpdir(), 'atelier-bundle-')) : resolve(from);
  try {
    await withFolder(source, async (folder) => {
      if (isUrl) await fetchFor(folder, from, ids, values['public-key']);
      const archives = await exportBundle(folder, file, SigningKey.read(line), ids);
      console.log(`${file}: ${folder.countNodes()} nodes in the mirror, ${archives} archives in the bundle.`);
    });
  } finally {
    if (isUrl) rmSync(source, { recursive: true, force: true });
  }
}

async function fetchFor(
  folder: MirrorFolder,
  url: string,
  ids: readonly string[] | undefined,
  publicKey: string | undefined,
): Promise<void> {
  await withUpstream(url, async (upstream) => {
    const mirroring = new Mirroring(folder, upstream, stopping.signal, () => undefined);
    if (ids === undefined) {
      await mirroring.begin(publicKey);
      return complain(await mirroring.catchUp());
    }
    for (const id of ids)
      if (!(await mirroring.copyNode(id))) throw new MirrorError(`The registry has no node ${id}.`);
    complain(await mirroring.fetchMissing());
  });
}

async function importFrom(file: string, values: Values): Promise<void> {
  const { into, 'public-key': publicKey } = values;
  if (into === undefined || publicKey === undefined) throw new MirrorError(USAGE);
  await withFolder(resolve(into), async (folder) => {
    const archives = await importBundle(folder, file, publicKey);
    console.log(`${into}: ${folder.countNodes()} nodes, ${archives} archives from the bundle.`);
  });
}

function complain(problems: readonly string[]): void {
  if (stopping.signal.aborted) throw new MirrorError('Stopped. Run it again to go on.');
  if (problems.length > 0) throw new MirrorError(problems.join('\n'));
}

async function withFolder<T>(name: string, use: (folder: MirrorFolder) => Promise<T>): Promise<T> {
  const folder = new MirrorFolder(name);
  try {
    return await use(folder);
  } finally {
    folder.close();
  }
}

async function withUpstream<T>(url: string, use: (upstream: Upstream) => Promise<T>): Promise<T> {
  const upstream = new Upstream(url, stopping.signal);
  try {
    return await use(upstream);
  } finally {
    await upstream.close();
  }
}

/** Where npm was called, not where it went. */
function resolve(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', name);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const { name, message, stack } = error as Error;
  const isKnown = error instanceof MirrorError || name === 'OutboundError' || 'code' in (error as object);
  process.stderr.write(`${isKnown ? message : stack}\n`);
  process.exit(1);
});
