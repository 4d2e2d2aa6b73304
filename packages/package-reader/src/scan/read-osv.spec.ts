import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

import { zipBytes } from '../../../../test/support/zip-bytes.js';
import { readOsv } from './read-osv.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'osv-'));
});
afterAll(() => rm(folder, { recursive: true }));

let serial = 0;
async function read(content: string | Buffer) {
  const file = path.join(folder, `${(serial += 1)}`);
  await writeFile(file, content);
  const { names, records } = await readOsv(file);
  return { names: [...names].sort(), records };
}

const ALL = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }];
const advisory = (id: string, name: string, rest: object = { ranges: ALL }, ecosystem = 'PyPI') => ({
  schema_version: '1.7.0',
  id,
  modified: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem, name }, ...rest }],
});
const text = (value: unknown): string => JSON.stringify(value);
const one = (item: object): string => text({ id: 'MAL-1', affected: [item] });

describe('readOsv', () => {
  it.each([
    ['an advisory', text(advisory('MAL-1', 'Evil_Pack'))],
    ['an advisory on many lines', JSON.stringify(advisory('MAL-1', 'Evil_Pack'), null, 2)],
    ['a list', text([advisory('MAL-1', 'evil.pack'), advisory('GHSA-1', 'torch')])],
    ['JSON Lines', `${text(advisory('MAL-1', 'evil-pack'))}\r\n\n${text(advisory('PYSEC-1', 'torch'))}\n`],
    ['a byte order mark', `\ufeff${text(advisory('MAL-1', 'evil-pack'))}`],
    [
      'a zip file',
      zipBytes([
        { name: 'osv/pypi/MAL-1.json', content: text(advisory('MAL-1', 'evil-pack')) },
        { name: 'GHSA-1.json', content: 'not looked at' },
        { name: 'README.md', content: '#' },
        { name: '../MAL-2.json', content: text(advisory('MAL-2', 'left-pad', {}, 'npm')) },
      ]),
    ],
  ])('reads %s', async (_what, content) => {
    expect((await read(content)).names).toEqual(['evil-pack']);
  });

  it.each([
    ['all versions', { versions: ['1.0'], ranges: ALL }, ['evil']],
    ['no versions', {}, ['evil']],
    ['some versions', { versions: ['1.0', 'v2.0.1', '3.0RC1'] }, ['evil==1', 'evil==2.0.1', 'evil==3.0rc1']],
    [
      'versions up to one',
      { versions: ['1.1'], ranges: [{ events: [{ introduced: '0' }, { last_affected: '1.1' }] }] },
      ['evil==1.1'],
    ],
    ['versions that Python does not have', { versions: ['1 || 2', '1.5'] }, ['evil==1.5']],
    [
      'ranges of another form',
      { versions: ['1.5'], ranges: [null, 1, { events: 'x' }, { events: [null, 'x'] }] },
      ['evil==1.5'],
    ],
  ])('takes %s', async (_what, rest, names) => {
    expect((await read(text(advisory('MAL-1', 'evil', rest)))).names).toEqual(names);
  });

  it.each([
    ['other ecosystems', advisory('MAL-1', 'evil', {}, 'npm')],
    ['vulnerabilities', advisory('GHSA-1', 'torch')],
    ['what was withdrawn', { ...advisory('MAL-1', 'evil'), withdrawn: '2026-01-01T00:00:00Z' }],
  ])('leaves out %s', async (_what, record) => {
    expect(await read(text(record))).toEqual({ names: [], records: 1 });
  });

  it('takes an advisory that says that it was not withdrawn', async () => {
    expect((await read(text({ ...advisory('MAL-1', 'evil'), withdrawn: null }))).names).toEqual(['evil']);
  });

  it('takes an empty list', async () => {
    expect(await read('[]')).toEqual({ names: [], records: 0 });
  });

  it.each([
    ['nothing', '', /no advisory/],
    ['a text', 'evil-pack\n', /^line 1: is not JSON/],
    ['a broken line', `${text(advisory('MAL-1', 'evil'))}\n{"id":\n`, /^line 2: is not JSON/],
    ['a number', '1', /^record 1: must be an object/],
    ['a list of lists', '[[]]', /^record 1: must be an object/],
    ['an advisory without an id', text([advisory('MAL-1', 'evil'), {}]), /^record 2: id must be a text/],
    ['an advisory without packages', text({ id: 'MAL-7' }), /^record 1 \(MAL-7\): affected must be a list/],
    [
      'an empty package',
      text({ id: 'MAL-7', affected: [null] }),
      /^record 1 \(MAL-7\): affected\[0\]\.package must be/,
    ],
    ['no name', one({ package: { ecosystem: 'PyPI' } }), /package\.name must be/],
    ['a false name', one({ package: { ecosystem: 'PyPI', name: 'a\u0000b' } }), /package\.name must be/],
    [
      'a long name',
      one({ package: { ecosystem: 'PyPI', name: 'a'.repeat(100_000) } }),
      /package\.name must be/,
    ],
    [
      'versions that are no texts',
      one({ package: { ecosystem: 'PyPI', name: 'a' }, versions: [1] }),
      /versions must be/,
    ],
    [
      'ranges that are no list',
      one({ package: { ecosystem: 'PyPI', name: 'a' }, ranges: {} }),
      /ranges must be/,
    ],
    ['nested lists', '['.repeat(200_000), /^line 1: is not JSON/],
    ['a long line', `${text(advisory('MAL-1', 'evil'))}\n"${'a'.repeat(2_000_000)}"\n`, /^line 2: is longer/],
    [
      'a cut zip file',
      zipBytes([{ name: 'MAL-1.json', content: '{}' }]).subarray(0, -10),
      /cannot be read to its end/,
    ],
    [
      'a zip file with a broken advisory',
      zipBytes([{ name: 'a/MAL-1.json', content: '{' }]),
      /^a\/MAL-1\.json: is not JSON/,
    ],
    [
      'a zip file with a bomb',
      zipBytes([{ name: 'MAL-1.json', packed: deflateRawSync(Buffer.alloc(50_000_000)) }]),
      /^MAL-1\.json: is damaged, or larger/,
    ],
    [
      'a zip file with a false size',
      zipBytes([{ name: 'MAL-1.json', content: '{}', unpackedBytes: 1 }]),
      /^MAL-1\.json: is damaged/,
    ],
    [
      'a zip file with a password',
      zipBytes([{ name: 'MAL-1.json', content: '{}', flags: 0x801 }]),
      /^MAL-1\.json: is damaged/,
    ],
  ])('refuses %s', async (_what, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('takes no names from prototypes', async () => {
    expect((await read('{"__proto__": {"id": "MAL-1"}, "id": "MAL-2", "affected": []}')).names).toEqual([]);
  });

  it('reads many advisories in a bounded time', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => text(advisory(`MAL-${at}`, `evil-${at}`))).join(
      '\n',
    );
    const started = Date.now();
    expect((await read(lines)).names).toHaveLength(60_000);
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});
