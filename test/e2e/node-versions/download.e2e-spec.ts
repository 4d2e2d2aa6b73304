import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DownloadCounter } from '../../../libs/registry/nodes/src/download-counter.js';
import { packageFiles, packageOf, Publishing, sha256, type Team } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

const archive = packageOf('Blur');
const PATH = '/nodes/packed/versions/1.0.0/archive';

describe('downloading an archive', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    await publishing.publish(team, 'packed', '1.0.0', archive);
  });
  afterAll(() => app.stop());

  it('gives the bytes with their length, tag and name', async () => {
    const reply = await app.api.get(PATH);
    expect(reply.status).toBe(200);
    expect(sha256(reply.bytes)).toBe(sha256(archive));
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(archive.length),
      'content-disposition': 'attachment; filename="packed-1.0.0.zip"',
      etag: `"${sha256(archive)}"`,
    });
  });

  it('counts as a download where it is fetched to be installed, and as a whole', async () => {
    const wanted = `${PATH}?install=true`;
    await app.api.get(PATH);
    await app.api.call('HEAD', wanted);
    await app.api.get(wanted, { headers: { Range: 'bytes=9-' } });
    const { headers } = await app.api.get(wanted);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    await app.api.get(wanted, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await app.get(DownloadCounter).flush();
    expect((await app.api.get('/nodes/packed')).body.downloads).toBe(1);
  });

  it('survives readers who leave early', async () => {
    const noise = Buffer.alloc(8 * 1024 * 1024);
    for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
    const large = zipBytes([...packageFiles('Blur'), { name: 'pack/noise.bin', content: noise, method: 0 }]);
    await publishing.publish(team, 'large', '1.0.0', large);
    for (let tries = 0; tries < 5; tries += 1) {
      const socket = net.connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
      socket.write('GET /nodes/large/versions/1.0.0/archive HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
    }
    await sleep(100);
    expect(sha256((await app.api.get('/nodes/large/versions/1.0.0/archive')).bytes)).toBe(sha256(large));
  });
});
