import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as v from 'valibot';
import { isSignedBy, type SigningKey } from '#libs/platform/signing';
import { sha256Of } from './archives.js';
import { MirrorError } from './mirror.error.js';
import type { MirrorFolder } from './mirror-folder.js';
import { stage } from './mirroring.js';
import { readAs } from './records.js';

const FORMAT = 'atelier-bundle-1';
const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.sig';
const REGISTRY = 'registry.json.zst';
const MANIFEST_MAX_BYTES = 256 * 1024 ** 2;

const manifestSchema = v.object({
  format: v.literal(FORMAT),
  createdAt: v.string(),
  isWhole: v.boolean(),
  files: v.record(
    v.pipe(v.string(), v.regex(/^(registry\.json\.zst|archives\/[0-9a-f]{64}\.zip)$/)),
    v.object({ bytes: v.number(), sha256: v.string() }),
  ),
});
type Manifest = v.InferOutput<typeof manifestSchema>;

/** Writes all of a mirror, or some nodes, to one signed file. @returns how many archives it holds. */
export async function exportBundle(
  folder: MirrorFolder,
  file: string,
  key: SigningKey,
  nodeIds?: readonly string[],
): Promise<number> {
  const unknown = nodeIds?.filter((id) => folder.node(id) === undefined) ?? [];
  if (unknown.length > 0) throw new MirrorError(`The mirror has no node ${unknown.join(', ')}.`);
  const [part, registry] = [`${file}.part`, folder.newIncoming()];
  const archives = new Set<string>();
  function* lines(): Generator<string> {
    for (const record of folder.records(nodeIds)) {
      if (record.kind === 'version' && record.sha256 !== '') archives.add(record.sha256);
      yield `${JSON.stringify(record)}\n`;
    }
  }
  try {
    await pipeline(Readable.from(lines()), createZstdCompress(), createWriteStream(registry));
    const sources = new Map([[REGISTRY, registry]]);
    for (const sha256 of archives) sources.set(`archives/${sha256}.zip`, folder.archive(sha256));
    const files: Manifest['files'] = {};
    for (const [name, source] of sources) files[name] = await factsOf(name, source);
    const manifest: Manifest = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      isWhole: !nodeIds,
      files,
    };
    await mkdir(path.dirname(file), { recursive: true });
    await writeTar(part, JSON.stringify(manifest), key, sources, files);
    await rename(part, file);
  } finally {
    await rm(registry, { force: true });
    await rm(part, { force: true });
  }
  return archives.size;
}

/**
 * Takes a bundle into a mirror. Nothing is put in place before the signature and every digest have been verified.
 * @returns how many archives it held.
 */
export async function importBundle(folder: MirrorFolder, file: string, publicKey: string): Promise<number> {
  const incoming = folder.newIncoming();
  await mkdir(incoming, { recursive: true });
  try {
    const { createdAt, isWhole, files } = await unpack(file, incoming, publicKey);
    if (createdAt < (folder.fact('as_of') ?? ''))
      throw new MirrorError('The bundle is older than what the mirror has: it was refused.');
    if (isWhole && folder.fact('source') !== undefined)
      throw new MirrorError('The folder is a mirror of a registry. Import the bundle into another one.');
    const archives = Object.keys(files).filter((name) => name !== REGISTRY);
    for (const name of archives)
      await folder.store(files[name]!.sha256, path.join(incoming, path.basename(name)));
    await stage(path.join(incoming, REGISTRY), path.join(incoming, 'staged'), (staged) =>
      folder.takeFrom(staged, isWhole ? 'everything' : 'its nodes', { as_of: createdAt }),
    );
    for (const name of archives) folder.markStored(files[name]!.sha256);
    folder.removeUnused();
    return archives.length;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

async function factsOf(name: string, source: string): Promise<{ bytes: number; sha256: string }> {
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new MirrorError(`The mirror lacks ${name}. Let it catch up first: atelier mirror.`);
  const sha256 = await sha256Of(source);
  if (name !== REGISTRY && name !== `archives/${sha256}.zip`)
    throw new MirrorError(`${source} is damaged. Remove it, and let the mirror catch up.`);
  return { bytes: found.size, sha256 };
}

async function writeTar(
  file: string,
  manifest: string,
  key: SigningKey,
  sources: ReadonlyMap<string, string>,
  files: Manifest['files'],
): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(file));
  const add = async (): Promise<void> => {
    tar.entry({ name: MANIFEST }, manifest);
    tar.entry({ name: SIGNATURE }, key.sign(manifest));
    for (const [name, source] of sources)
      await pipeline(createReadStream(source), tar.entry({ name, size: files[name]!.bytes }));
    tar.finalize();
  };
  // A full disk ends the writing first.
  await Promise.all([add(), written]).catch((error: unknown) => {
    tar.destroy();
    throw error;
  });
}

/** Unpacks what the signed manifest names into a folder, under names of our own. @throws MirrorError for anything else. */
async function unpack(file: string, folder: string, publicKey: string): Promise<Manifest> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), tar);
  reading.catch(() => undefined); // the loop below meets the same error
  let [manifestText, manifest]: [string?, Manifest?] = [];
  const seen = new Set<string>();
  for await (const entry of tar) {
    const { name, size = 0 } = entry.header;
    if (manifestText === undefined) {
      if (name !== MANIFEST || size > MANIFEST_MAX_BYTES) throw new MirrorError('The file is no bundle.');
      manifestText = await text(entry);
    } else if (manifest === undefined) {
      if (name !== SIGNATURE || !isSignedBy(publicKey, manifestText, size > 200 ? '' : await text(entry)))
        throw new MirrorError('The bundle is not signed with the key that you trust: it was refused.');
      manifest = readAs(manifestSchema, JSON.parse(manifestText));
    } else {
      const facts = manifest.files[name];
      if (!facts || seen.has(name) || size !== facts.bytes)
        throw new MirrorError(`The bundle has a file that its maker did not sign, ${name}: it was refused.`);
      const target = path.join(folder, path.basename(name));
      await pipeline(entry, createWriteStream(target));
      if ((await sha256Of(target)) !== facts.sha256)
        throw new MirrorError(`${name} of the bundle was changed: the bundle was refused.`);
      seen.add(name);
    }
  }
  await reading;
  if (!manifest || seen.size !== Object.keys(manifest.files).length)
    throw new MirrorError('The bundle was cut off: it was refused.');
  return manifest;
}
