import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import * as v from 'valibot';
import { MirrorError } from './mirror.error.js';

const sha256 = v.union([v.literal(''), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))]);

const publisher = v.looseObject({ kind: v.literal('publisher'), id: v.string() });
const node = v.looseObject({
  kind: v.literal('node'),
  id: v.string(),
  publisher_id: v.string(),
  latest_version: v.nullable(v.string()),
});
const version = v.looseObject({
  kind: v.literal('version'),
  id: v.string(),
  node_id: v.string(),
  version: v.string(),
  sha256,
  archive_bytes: v.nullable(v.number()),
});
const advisory = v.looseObject({
  kind: v.literal('advisory'),
  id: v.string(),
  node_id: v.string(),
  severity: v.string(),
  summary: v.string(),
  introduced: v.nullable(v.string()),
  fixed: v.nullable(v.string()),
  versions: v.array(v.string()),
  withdrawn_at: v.nullable(v.string()),
  osv: v.looseObject({}),
});
const record = v.variant('kind', [publisher, node, version, advisory]);

/** A line of a snapshot or a bundle. */
export type RegistryRecord = v.InferOutput<typeof record>;
export type NodeRecord = v.InferOutput<typeof node>;
export type VersionRecord = v.InferOutput<typeof version>;
export type AdvisoryRecord = v.InferOutput<typeof advisory>;

/** Checks what another wrote. @throws MirrorError */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [{ message } = { message: 'unknown form' }] = result.issues;
  throw new MirrorError(`The registry sent something that cannot be read: ${message}.`);
}

export function readRecord(value: unknown): RegistryRecord {
  return readAs(record, value);
}

/** The lines of a snapshot file, in parts. Lines of a kind that is not known are passed over. */
export async function* readRecords(file: string): AsyncGenerator<RegistryRecord[]> {
  const input = createReadStream(file).pipe(createZstdDecompress());
  let part: RegistryRecord[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const value = JSON.parse(line) as { kind?: string };
    if (!['publisher', 'node', 'version', 'advisory'].includes(value.kind ?? '')) continue;
    part.push(readRecord(value));
    if (part.length < 1_000) continue;
    yield part;
    part = [];
  }
  yield part;
}
