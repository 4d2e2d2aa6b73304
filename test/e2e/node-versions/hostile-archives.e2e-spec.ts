import { deflateRawSync } from 'node:zlib';
import { packageFiles, packageOf, Publishing, type Team } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';
import { zipBytes, type ZipEntrySpec } from '../../support/zip-bytes.js';

const MEBIBYTE = 1024 * 1024;

function withEntry(entry: ZipEntrySpec): Buffer {
  return zipBytes([...packageFiles('Blur'), entry]);
}

const HOSTILE: [string, () => Buffer, string][] = [
  ['climbs out of its folder', () => withEntry({ name: '../evil.py', content: 'x' }), 'unsafe_name'],
  ['has an absolute name', () => withEntry({ name: '/etc/cron.d/evil', content: 'x' }), 'unsafe_name'],
  ['has a backslash name', () => withEntry({ name: '..\\evil.py', content: 'x' }), 'unsafe_name'],
  ['hides its direction', () => withEntry({ name: 'pack/\u202Eyp.exe', content: 'x' }), 'unsafe_name'],
  [
    'holds a symbolic link',
    () => withEntry({ name: 'pack/link', content: '/etc', mode: 0o120777 }),
    'special_file',
  ],
  ['is encrypted', () => withEntry({ name: 'pack/a', content: 'x', flags: 0x801 }), 'encrypted'],
  ['holds a name twice', () => withEntry({ name: 'PACK/license', content: 'x' }), 'duplicate_name'],
  [
    'is a bomb by ratio',
    () =>
      withEntry({
        name: 'pack/b',
        packed: deflateRawSync(Buffer.alloc(32 * MEBIBYTE)),
        unpackedBytes: 32 * MEBIBYTE,
      }),
    'compression_ratio',
  ],
  [
    'is a bomb that lies',
    () =>
      withEntry({ name: 'pack/b', packed: deflateRawSync(Buffer.alloc(64 * MEBIBYTE)), unpackedBytes: 100 }),
    'unpacked_too_large',
  ],
  [
    'is a bomb by count',
    () => zipBytes(Array.from({ length: 65_000 }, (_, at) => ({ name: `${at}`, method: 0 }))),
    'too_many_entries',
  ],
  [
    'is a bomb by overlap',
    () =>
      zipBytes([
        { name: 'a.py', content: 'x'.repeat(1_000) },
        { name: 'b.py', content: 'x'.repeat(1_000), headerOffset: 0 },
      ]),
    'overlapping_entries',
  ],
  ['is cut off', () => packageOf('Blur').subarray(0, 200), 'truncated'],
  ['is no zip', () => Buffer.from('#!/bin/sh\necho hello\n'.repeat(100)), 'not_a_zip'],
  ['is too short', () => Buffer.from('PK'), 'not_a_zip'],
  [
    'has a wrong checksum',
    () => withEntry({ name: 'pack/a.py', content: 'hello', crc: 1 }),
    'checksum_mismatch',
  ],
];

describe('an archive that', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
  });
  afterAll(() => app.stop());

  it.each(HOSTILE)('%s is flagged with the reason', async (what, archive, code) => {
    const nodeId = what.replaceAll(' ', '-');
    const version = await publishing.publish(team, nodeId, '1.0.0', archive());
    expect(version).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      app_node_extract_status: 'failed',
    });
    expect(version.status_reason).toMatch(new RegExp(`^${code}: .+`));
    for (const path of ['versions/1.0.0', 'versions/1.0.0/archive', 'install', 'install?version=1.0.0']) {
      expect(await app.api.get(`/nodes/${nodeId}/${path}`)).toMatchObject({ status: 404 });
    }
    expect((await app.api.get(`/nodes/${nodeId}/versions?statuses=NodeVersionStatusFlagged`)).body).toEqual(
      [],
    );
  });

  it('was refused does not stop the next version', async () => {
    await publishing.publish(team, 'second-try', '1.0.0', Buffer.from('no'));
    const next = await publishing.publish(team, 'second-try', '1.0.1');
    expect(next.status).toBe('NodeVersionStatusActive');
    expect((await app.api.get('/nodes/second-try/install')).body.version).toBe('1.0.1');
  });
});
