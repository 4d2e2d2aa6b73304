import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { zipBytes, type ZipEntrySpec } from '../../support/zip-bytes.js';
import { AtelierCommand } from './atelier.js';

const GOOD: ZipEntrySpec = { name: 'a.py', content: 'A = 1\n' };

/** The command does not trust the service: this one sends whatever the test wants. */
describe('atelier install, from a hostile registry', () => {
  let registry: LoopbackServer;
  let atelier: AtelierCommand;
  let version: { archive: Buffer; nodeId: string; sha256: string | undefined };

  beforeAll(async () => {
    registry = await startHttp((request, response) => {
      const { archive, nodeId, sha256 } = version;
      if (request.url === '/archive.zip') return void response.end(archive);
      const downloadUrl = `http://127.0.0.1:${registry.port}/archive.zip`;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          node_id: nodeId,
          version: '1.0.0',
          downloadUrl,
          sha256,
          dependencies: [],
          advisories: [],
        }),
      );
    });
    atelier = await AtelierCommand.unpackedFor(`http://127.0.0.1:${registry.port}`);
    await mkdir(path.join(atelier.folder, 'nodes'));
  });
  afterAll(async () => {
    await registry?.close();
    await atelier?.remove();
  });

  async function install(entries: readonly ZipEntrySpec[], facts: Partial<typeof version> = {}) {
    const archive = zipBytes([GOOD, ...entries]);
    version = {
      archive,
      nodeId: 'some-node',
      sha256: createHash('sha256').update(archive).digest('hex'),
      ...facts,
    };
    return atelier.run('install some-node --into nodes --json');
  }

  /** Nothing is left, neither there nor anywhere below or beside. */
  async function expectNothing(): Promise<void> {
    expect(await readdir(atelier.folder, { recursive: true })).toEqual(['nodes']);
    expect(await readdir(path.dirname(atelier.folder))).not.toContain('evil.txt');
  }

  it.each<[string, ZipEntrySpec[]]>([
    ['a path upwards', [{ name: '../evil.txt', content: 'x' }]],
    ['a path upwards in the middle', [{ name: 'a/../../evil.txt', content: 'x' }]],
    ['an absolute path', [{ name: '/tmp/evil.txt', content: 'x' }]],
    ['a path of Windows', [{ name: '..\\evil.txt', content: 'x' }]],
    ['a drive of Windows', [{ name: 'C:/evil.txt', content: 'x' }]],
    ['a stream of Windows', [{ name: 'a.py:evil', content: 'x' }]],
    ['a device of Windows', [{ name: 'sub/NUL.txt', content: 'x' }]],
    ['a name that Windows cuts', [{ name: 'evil.txt.', content: 'x' }]],
    ['an empty part', [{ name: 'a//b', content: 'x' }]],
    ['a dot as a part', [{ name: './b', content: 'x' }]],
    ['a control character', [{ name: 'a\u0007b', content: 'x' }]],
    ['a link', [{ name: 'link', content: '/etc', mode: 0o120777 }]],
    [
      'a file through a link',
      [
        { name: 'link', content: '/tmp', mode: 0o120777 },
        { name: 'link/evil.txt', content: 'x' },
      ],
    ],
    ['a device', [{ name: 'pipe', content: '', mode: 0o010644 }]],
    ['a file twice', [{ name: 'a.py', content: 'B = 2\n' }]],
    ['a file twice in other letters', [{ name: 'A.PY', content: 'B = 2\n' }]],
    ['a file below a file', [{ name: 'a.py/b', content: 'x' }]],
    ['more bytes than it says', [{ name: 'bomb', content: Buffer.alloc(100_000), unpackedBytes: 10 }]],
  ])('refuses an archive with %s', async (_, entries) => {
    expect(await install(entries)).toMatchObject({ status: 1, json: { error: 'archive_refused' } });
    await expectNothing();
  });

  it('refuses an archive that is not the one described, or is not described', async () => {
    expect(await install([], { sha256: '0'.repeat(64) })).toMatchObject({
      status: 1,
      json: { error: 'wrong_digest' },
    });
    expect(await install([], { sha256: '' })).toMatchObject({ status: 1 });
    expect(await install([], { nodeId: '../evil' })).toMatchObject({ status: 1 });
    await expectNothing();
  });

  it('installs a good one', async () => {
    expect(await install([{ name: 'sub/' }, { name: 'sub/b.py', content: 'B = 2\n' }])).toMatchObject({
      status: 0,
    });
    expect((await readdir(path.join(atelier.folder, 'nodes/some-node'), { recursive: true })).sort()).toEqual(
      [...['a.py', 'sub', 'sub/b.py']],
    );
  });
});
