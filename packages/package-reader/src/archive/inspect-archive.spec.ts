import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { deflateRawSync } from 'node:zlib';

import yazl from 'yazl';

import { zipBytes, type ZipEndSpec, type ZipEntrySpec } from '../../../../test/support/zip-bytes.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
import { inspectArchive, type ArchiveInspection } from './inspect-archive.js';

const MEBIBYTE = 1024 * 1024;
let folder: string;
let serial = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'archive-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function inspect(bytes: Buffer, limits: Partial<ArchiveLimits> = {}): Promise<ArchiveInspection> {
  const file = path.join(folder, `${(serial += 1)}.zip`);
  await writeFile(file, bytes);
  return inspectArchive(file, { ...DEFAULT_ARCHIVE_LIMITS, ...limits });
}

async function refusal(
  specs: readonly ZipEntrySpec[],
  end?: ZipEndSpec,
  limits?: Partial<ArchiveLimits>,
): Promise<string | undefined> {
  const result = await inspect(zipBytes(specs, end), limits);
  return result.accepted ? undefined : result.code;
}

async function yazlBytes(fill: (zip: yazl.ZipFile) => void, options?: yazl.EndOptions): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  fill(zip);
  zip.end(options);
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const HONEST: ZipEntrySpec = { name: 'nodes.py', content: 'X = 1\n' };

describe('inspectArchive accepts', () => {
  it('a package inside one wrapper folder and finds its licence', async () => {
    const bytes = await yazlBytes((zip) => {
      zip.addEmptyDirectory('pack-main/');
      zip.addBuffer(Buffer.from('NODE_CLASS_MAPPINGS = {}\n'), 'pack-main/__init__.py');
      zip.addBuffer(Buffer.from('Do as you like.\n'), 'pack-main/LICENSE.txt');
      zip.addBuffer(Buffer.from('x'), 'pack-main/web/licence-icon.svg');
      zip.addBuffer(Buffer.from('x'), '__MACOSX/pack-main/._LICENSE');
    });
    expect(await inspect(bytes)).toMatchObject({
      accepted: true,
      files: [
        { path: '__init__.py', bytes: 25 },
        { path: 'LICENSE.txt', bytes: 16 },
        { path: 'web/licence-icon.svg', bytes: 1 },
      ],
      findings: [],
      content: {
        files: new Map([
          ['__init__.py', 'NODE_CLASS_MAPPINGS = {}\n'],
          ['LICENSE.txt', 'Do as you like.\n'],
        ]),
        otherPaths: ['web/licence-icon.svg'],
        skipped: [],
        scanFiles: [
          { path: '__init__.py', text: 'NODE_CLASS_MAPPINGS = {}\n' },
          { path: 'LICENSE.txt', text: 'Do as you like.\n' },
          { path: 'web/licence-icon.svg', bytes: 1, text: 'x' },
          { path: '__MACOSX/pack-main/._LICENSE', text: 'x' },
        ],
        licenceFile: 'LICENSE.txt',
      },
    });
  });

  it('a flat package without a licence', async () => {
    const result = await inspect(
      zipBytes([HONEST, { name: 'sub/a.py', content: '' }, { name: 'ü 你好.txt', content: 'x' }]),
    );
    if (!result.accepted) throw new Error(result.reason);
    expect([...result.content.files.keys()]).toEqual(['nodes.py', 'sub/a.py', 'ü 你好.txt']);
    expect(result.content).not.toHaveProperty('licenceFile');
  });

  it('zip64 archives that tell the truth, streamed entries and stored entries', async () => {
    const bytes = await yazlBytes(
      (zip) => {
        zip.addBuffer(Buffer.from('X = 1\n'), 'a.py', { forceZip64Format: true });
        zip.addReadStream(readableOf('Y = 2\n'), 'b.py', { compress: false });
      },
      { forceZip64Format: true, comment: '' },
    );
    expect(await inspect(bytes)).toMatchObject({
      accepted: true,
      content: { files: new Map(Object.entries({ 'a.py': 'X = 1\n', 'b.py': 'Y = 2\n' })) },
    });
  });

  it('an archive comment and a name in a legacy code page', async () => {
    const bytes = zipBytes([{ name: Buffer.from([0x82, 0x61, 0x2e, 0x70, 0x79]), flags: 0, content: 'x' }], {
      comment: Buffer.from('made by hand'),
    });
    expect(await inspect(bytes)).toMatchObject({ accepted: true });
  });
});

describe('inspectArchive refuses names', () => {
  it.each([
    ['../evil.py'],
    ['a/../../evil.py'],
    ['a/..'],
    ['.. /evil.py'],
    ['.../evil.py'],
    ['/etc/passwd'],
    ['//host/share.py'],
    ['a\\b.py'],
    ['..\\evil.py'],
    ['C:evil.py'],
    ['c:/evil.py'],
    ['a/C:evil.py'],
    ['a//b.py'],
    ['a/./b.py'],
    ['a\u0000b.py'],
    ['a\nb.py'],
    ['a\u007fb.py'],
    ['a\u202egpj.py'],
    ['aux.py'],
    ['sub/NUL'],
    ['sub/con .py'],
    ['COM\u00b9.txt'],
    ['a.py:evil'],
    ['a.py::$DATA'],
    ['x .py '],
    ['x.py.'],
    ['a./b.py'],
    ['sub /b.py'],
    [''],
    ['x'.repeat(1_025)],
  ])('%j', async (name) => {
    expect(await refusal([HONEST, { name, content: 'x' }])).toBe('unsafe_name');
  });

  it('hidden in a Unicode path field', async () => {
    const name = Buffer.from('fine.py');
    const { crc32 } = await import('node:zlib');
    const evil = Buffer.from('../evil.py');
    const field = Buffer.alloc(9);
    field.writeUInt16LE(0x7075, 0);
    field.writeUInt16LE(5 + evil.length, 2);
    field.writeUInt8(1, 4);
    field.writeUInt32LE(crc32(name), 5);
    expect(await refusal([{ name, content: 'x', extra: Buffer.concat([field, evil]) }])).toBe('unsafe_name');
  });

  it('declared UTF-8 that are not', async () => {
    expect(await refusal([{ name: Buffer.from([0x61, 0xff]), content: 'x' }])).toBe('unsafe_name');
  });

  it('nested too deeply', async () => {
    expect(await refusal([{ name: `${'d/'.repeat(40)}f.py` }])).toBe('path_too_deep');
  });

  it.each([
    ['exactly', 'a.py', 'a.py'],
    ['in case', 'Nodes.py', 'nodes.PY'],
    ['in Unicode form', 'caf\u00e9.py', 'cafe\u0301.py'],
    ['after a leading dot', 'a.py', './a.py'],
    ['as file and folder', 'a', 'a/b.py'],
    ['as file and folder in another case', 'A/b.py', 'a'],
  ])('that meet %s', async (_how, first, second) => {
    expect(await refusal([{ name: first }, { name: second }])).toBe('duplicate_name');
  });

  it('and shows them in printable form', async () => {
    const result = await inspect(zipBytes([{ name: 'a\u202e\u0007b.py' }]));
    expect(result).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('"a\\u{202e}\\u{7}b.py"') as string,
    });
  });
});

describe('inspectArchive refuses entries', () => {
  it.each([
    ['symbolic links', { mode: 0o120777 }, 'special_file'],
    ['devices', { mode: 0o060644 }, 'special_file'],
    ['named pipes', { mode: 0o010644 }, 'special_file'],
    ['encrypted ones', { flags: 0x801 }, 'encrypted'],
    ['masked headers', { flags: 0x2800 }, 'encrypted'],
    ['AES ones', { method: 99 }, 'encrypted'],
    ['unknown compression', { method: 14 }, 'unsupported_compression'],
    ['a wrong checksum', { crc: 1 }, 'checksum_mismatch'],
    ['more content than declared', { unpackedBytes: 3 }, 'unpacked_too_large'],
    ['less content than declared', { unpackedBytes: 9 }, 'truncated'],
    ['damaged content', { packed: Buffer.from([0xff, 0xff, 0xff]) }, 'malformed'],
    [
      'bytes after the content',
      { packed: Buffer.concat([deflateRawSync(Buffer.from('hello')), Buffer.from('xx')]) },
      'malformed',
    ],
  ] satisfies [string, Partial<ZipEntrySpec>, string][])('%s', async (_what, lie, code) => {
    expect(await refusal([HONEST, { name: 'b.py', content: 'hello', ...lie }])).toBe(code);
  });

  it.each([
    ['name', { name: 'c.py' }],
    ['longer name', { name: '../c.py' }],
    ['method', { method: 0 }],
    ['packed size', { packedBytes: 1 }],
    ['unpacked size', { unpackedBytes: 1 }],
    ['checksum', { crc: 1 }],
    ['encryption', { flags: 0x801 }],
  ] satisfies [string, ZipEntrySpec['local']][])('whose two headers differ in %s', async (_what, local) => {
    expect(await refusal([{ name: 'b.py', content: 'hello', local }])).toBe('inconsistent_headers');
  });

  it('that share bytes', async () => {
    const kernel = { name: 'a.py', content: 'x'.repeat(1_000) };
    expect(await refusal([kernel, { ...kernel, name: 'b.py', headerOffset: 0 }])).toBe('overlapping_entries');
  });

  it('that swallow the next one', async () => {
    const inner = zipBytes([{ name: 'b.py', content: 'evil', method: 0 }]).subarray(0, 38);
    const outer: ZipEntrySpec = { name: 'a.py', content: inner, method: 0 };
    expect(await refusal([outer, { name: 'b.py', content: 'evil', method: 0, headerOffset: 34 }])).toBe(
      'overlapping_entries',
    );
  });

  it('that point outside', async () => {
    expect(await refusal([{ ...HONEST }, { name: 'b.py', headerOffset: 5_000 }])).toBe('malformed');
  });
});

describe('inspectArchive refuses bombs', () => {
  const zeros = (mebibytes: number) => deflateRawSync(Buffer.alloc(mebibytes * MEBIBYTE));

  it('by the ratio of one entry', async () => {
    const packed = zeros(16);
    expect(await refusal([{ name: 'b.bin', packed, unpackedBytes: 16 * MEBIBYTE }])).toBe(
      'compression_ratio',
    );
  });

  it('by the ratio of many small entries', async () => {
    const packed = zeros(4);
    const specs = Array.from({ length: 20 }, (_, at) => ({
      name: `b${at}.bin`,
      packed,
      unpackedBytes: 4 * MEBIBYTE,
    }));
    expect(await refusal(specs)).toBe('compression_ratio');
  });

  it('by total size', async () => {
    const specs = Array.from({ length: 5 }, (_, at) => ({
      name: `b${at}.bin`,
      content: Buffer.alloc(1_000, at),
    }));
    expect(await refusal(specs, {}, { totalBytes: 4_999 })).toBe('unpacked_too_large');
    expect(await refusal(specs, {}, { totalBytes: 5_000 })).toBeUndefined();
  });

  it('by the size of one entry', async () => {
    expect(await refusal([{ name: 'b.bin', content: 'hello' }], {}, { entryBytes: 4 })).toBe(
      'unpacked_too_large',
    );
  });

  it('by the number of entries, honest or not', async () => {
    const specs = Array.from({ length: 65_000 }, (_, at) => ({ name: `${at}`, method: 0 }));
    expect(await refusal(specs)).toBe('too_many_entries');
    expect(await refusal(specs, { entries: 65_536 + 10 })).toBe('inconsistent_headers');
    expect(await refusal([HONEST], { zip64: { entries: 5_000_000 } })).toBe('inconsistent_headers');
    expect(await refusal([HONEST], { entries: 0xffff, zip64: { entries: 5_000_000 } })).toBe(
      'too_many_entries',
    );
  });

  it('that lie about their size, without inflating them', async () => {
    const packed = zeros(256);
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1);
    expect(await refusal([{ name: 'b.bin', packed, unpackedBytes: 1_000 }])).toBe('unpacked_too_large');
    clearInterval(watch);
    expect(peak - before).toBeLessThan(64 * MEBIBYTE);
  });

  it('never holding an accepted entry of 200 MiB in memory', async () => {
    const packed = zeros(200);
    const spec = { name: 'b.bin', packed, unpackedBytes: 200 * MEBIBYTE, crc: 0 };
    const file = path.join(folder, 'large.zip');
    await writeFile(file, zipBytes([spec]));
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1);
    const result = await inspectArchive(file, { ...DEFAULT_ARCHIVE_LIMITS, ratio: 2_000 });
    clearInterval(watch);
    expect(result).toMatchObject({ accepted: false, code: 'checksum_mismatch' });
    expect(peak - before).toBeLessThan(96 * MEBIBYTE);
  });
});

describe('inspectArchive refuses files', () => {
  const honest = zipBytes([HONEST]);

  it.each([
    ['that are not zips', Buffer.from('#!/bin/sh\necho hello, this is no archive at all\n'), 'not_a_zip'],
    ['that are empty', Buffer.alloc(0), 'not_a_zip'],
    ['cut off inside an entry', honest.subarray(0, 40), 'truncated'],
    ['cut off in the closing record', honest.subarray(0, honest.length - 3), 'truncated'],
    ['with bytes at the end', Buffer.concat([honest, Buffer.from('evil')]), 'trailing_data'],
    ['with bytes in front', Buffer.concat([Buffer.from('#!/bin/sh\n'), honest]), 'leading_data'],
    ['with two closing records', Buffer.concat([honest, zipBytes([])]), 'leading_data'],
    ['without entries', zipBytes([]), 'empty'],
    ['that count wrongly', zipBytes([HONEST], { entries: 2 }), 'malformed'],
    [
      'whose list is larger than declared',
      zipBytes([HONEST, { name: 'b' }], { entries: 1 }),
      'inconsistent_headers',
    ],
    ['whose list lies elsewhere', zipBytes([HONEST], { directoryOffset: 3 }), 'leading_data'],
    ['whose list is beyond the end', zipBytes([HONEST], { directoryOffset: 90_000 }), 'malformed'],
    [
      'whose zip64 record contradicts',
      zipBytes([HONEST], { zip64: { directoryOffset: 1 } }),
      'inconsistent_headers',
    ],
    ['whose zip64 record is elsewhere', zipBytes([HONEST], { zip64: { recordOffset: 0 } }), 'malformed'],
    ['whose comment hides a closing record', zipBytes([HONEST], { comment: zipBytes([]) }), 'malformed'],
  ])('%s', async (_what, bytes, code) => {
    expect(await inspect(bytes)).toMatchObject({ accepted: false, code });
  });

  it('larger than allowed', async () => {
    expect(await inspect(honest, { archiveBytes: honest.length - 1 })).toMatchObject({
      code: 'archive_too_large',
    });
  });

  it('cut off at every possible byte', async () => {
    for (let cut = 0; cut < honest.length; cut += 1) {
      expect(await inspect(honest.subarray(0, cut))).toMatchObject({ accepted: false });
    }
  });

  it('with any one byte of their structure changed, or reads the same content', async () => {
    for (let at = 0; at < honest.length; at += 1) {
      const changed = Buffer.from(honest);
      changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
      const result = await inspect(changed);
      if (result.accepted) expect([...result.content.files]).toEqual([['nodes.py', 'X = 1\n']]);
    }
  });
});

function readableOf(text: string): NodeJS.ReadableStream {
  const stream = new PassThrough();
  stream.end(text);
  return stream;
}
