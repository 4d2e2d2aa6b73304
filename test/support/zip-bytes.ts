import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a hand-made archive; defaults are correct values. */
export type ZipEntrySpec = {
  name: string | Buffer;
  content?: Buffer | string;
  /** Packed bytes, written unchanged. */
  packed?: Buffer;
  method?: number;
  flags?: number;
  mode?: number;
  crc?: number;
  packedBytes?: number;
  unpackedBytes?: number;
  extra?: Buffer;
  /** Overrides for the local header only. */
  local?: {
    name?: string;
    method?: number;
    flags?: number;
    packedBytes?: number;
    unpackedBytes?: number;
    crc?: number;
  };
  /** Points the central record elsewhere and writes no local entry. */
  headerOffset?: number;
};

/** False values in the closing record. */
export type ZipEndSpec = {
  entries?: number;
  directoryBytes?: number;
  directoryOffset?: number;
  comment?: Buffer;
  zip64?: { entries?: number; directoryBytes?: number; directoryOffset?: number; recordOffset?: number };
};

/** Builds a zip byte by byte, so that a test can falsify any field. */
export function zipBytes(specs: readonly ZipEntrySpec[], end: ZipEndSpec = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const spec of specs) {
    const entry = completed(spec);
    centrals.push(centralRecord(entry, spec.headerOffset ?? offset));
    if (spec.headerOffset !== undefined) continue;
    const local = Buffer.concat([localHeader(entry), entry.packed]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  return Buffer.concat([...locals, directory, closing(specs.length, directory.length, offset, end)]);
}

type Completed = ReturnType<typeof completed>;

function completed(spec: ZipEntrySpec) {
  const content = Buffer.from(spec.content ?? '');
  const method = spec.method ?? 8;
  const packed = spec.packed ?? (method === 8 ? deflateRawSync(content) : content);
  return {
    ...spec,
    name: Buffer.from(spec.name),
    method,
    packed,
    flags: spec.flags ?? 0x800,
    crc: spec.crc ?? crc32(content),
    packedBytes: spec.packedBytes ?? packed.length,
    unpackedBytes: spec.unpackedBytes ?? content.length,
    extra: spec.extra ?? Buffer.alloc(0),
  };
}

function localHeader(entry: Completed): Buffer {
  const name = entry.local?.name === undefined ? entry.name : Buffer.from(entry.local.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(entry.local?.flags ?? entry.flags, 6);
  header.writeUInt16LE(entry.local?.method ?? entry.method, 8);
  header.writeUInt32LE(entry.local?.crc ?? entry.crc, 14);
  header.writeUInt32LE(entry.local?.packedBytes ?? entry.packedBytes, 18);
  header.writeUInt32LE(entry.local?.unpackedBytes ?? entry.unpackedBytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralRecord(entry: Completed, offset: number): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(0x0314, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(entry.flags, 8);
  record.writeUInt16LE(entry.method, 10);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(entry.packedBytes, 20);
  record.writeUInt32LE(entry.unpackedBytes, 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(entry.extra.length, 30);
  record.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, entry.name, entry.extra]);
}

function closing(count: number, bytes: number, offset: number, end: ZipEndSpec): Buffer {
  const comment = end.comment ?? Buffer.alloc(0);
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE((end.entries ?? count) & 0xffff, 8);
  record.writeUInt16LE((end.entries ?? count) & 0xffff, 10);
  record.writeUInt32LE(end.directoryBytes ?? bytes, 12);
  record.writeUInt32LE(end.directoryOffset ?? offset, 16);
  record.writeUInt16LE(comment.length, 20);
  const wide = end.zip64 === undefined ? Buffer.alloc(0) : zip64Records(count, bytes, offset, end.zip64);
  return Buffer.concat([wide, record, comment]);
}

function zip64Records(
  count: number,
  bytes: number,
  offset: number,
  lies: NonNullable<ZipEndSpec['zip64']>,
): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(lies.entries ?? count), 24);
  record.writeBigUInt64LE(BigInt(lies.entries ?? count), 32);
  record.writeBigUInt64LE(BigInt(lies.directoryBytes ?? bytes), 40);
  record.writeBigUInt64LE(BigInt(lies.directoryOffset ?? offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(lies.recordOffset ?? offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}
