import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { zipBytes, type ZipEntrySpec } from '../../../../test/support/zip-bytes.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
import { inspectArchive } from './inspect-archive.js';
import type { PackageContent } from './package-content.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sources-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(specs: ZipEntrySpec[], limits: Partial<ArchiveLimits> = {}): Promise<PackageContent> {
  const file = path.join(folder, 'pack.zip');
  await writeFile(file, zipBytes(specs));
  const inspection = await inspectArchive(file, { ...DEFAULT_ARCHIVE_LIMITS, ...limits });
  if (!inspection.accepted) throw new Error(inspection.reason);
  return inspection.content;
}

describe('the content of a package', () => {
  it('has the Python files by their path inside the wrapper folder', async () => {
    const { files } = await read([
      { name: 'pack/__init__.py', content: 'A = 1\n' },
      { name: 'pack/sub/b.py', content: 'B = "ü"\n', method: 0 },
      { name: 'pack/readme.md', content: 'no' },
      { name: '__MACOSX/pack/._b.py', content: 'no' },
      { name: 'pack/sub/._b.py', content: 'no' },
    ]);
    expect([...files]).toEqual([
      ['__init__.py', 'A = 1\n'],
      ['sub/b.py', 'B = "ü"\n'],
    ]);
  });

  it('drops a byte order mark and follows an encoding cookie', async () => {
    const { files } = await read([
      { name: 'a.py', content: Buffer.from('\ufeffA = 1') },
      { name: 'b.py', content: Buffer.from('# -*- coding: latin-1 -*-\nB = "\u00e9"', 'latin1') },
      { name: 'c.py', content: Buffer.from([0x43, 0x3d, 0x27, 0xff, 0x27]) },
    ]);
    expect([...files.values()]).toEqual(['A = 1', '# -*- coding: latin-1 -*-\nB = "é"', "C='\ufffd'"]);
  });

  it('names what is too large to read', async () => {
    const specs = ['a.py', 'b.py', 'c.py'].map((name, at) => ({
      name,
      content: 'x'.repeat([10, 100, 60][at] ?? 0),
    }));
    const { files, skipped } = await read(specs, { pythonFileBytes: 80, pythonTotalBytes: 65 });
    expect([[...files.keys()], skipped]).toEqual([['a.py'], ['b.py', 'c.py']]);
  });

  it('has small data files beside them, and the paths of all others', async () => {
    const { files, otherPaths, skipped } = await read(
      [
        { name: 'a.py', content: 'A = 1' },
        { name: 'nodes.json', content: '["x"]' },
        { name: 'list.txt', content: '1,2' },
        { name: 'large.json', content: 'x'.repeat(50) },
        { name: 'picture.png', content: 'no' },
      ],
      { dataFileBytes: 40 },
    );
    expect([...files.keys()]).toEqual(['a.py', 'nodes.json', 'list.txt']);
    expect([otherPaths, skipped]).toEqual([['large.json', 'picture.png'], []]);
  });
});
