import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contractProblem } from '../../support/api-contract.js';
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
      'accept-ranges': 'bytes',
      etag: `"${sha256(archive)}"`,
    });
  });

  it('answers HEAD without bytes', async () => {
    const reply = await app.api.call('HEAD', PATH);
    expect(reply).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    expect(reply.headers.get('content-length')).toBe(String(archive.length));
  });

  it('gives parts', async () => {
    const part = await app.api.get(PATH, { headers: { Range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    const route = 'GET /nodes/:nodeId/versions/:versionId/archive';
    expect(contractProblem(route, part)).toBeUndefined();
    expect(part.bytes.equals(archive.subarray(10, 20))).toBe(true);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${archive.length}`);
    const tail = await app.api.get(PATH, { headers: { Range: 'bytes=-5' } });
    expect(tail.bytes.equals(archive.subarray(-5))).toBe(true);
    const beyond = await app.api.get(PATH, { headers: { Range: `bytes=${archive.length}-` } });
    expect(beyond).toMatchObject({ status: 416, body: { error: 'archive_range_not_satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${archive.length}`);
    expect(contractProblem(route, beyond)).toBeUndefined();
    const several = await app.api.get(PATH, { headers: { Range: 'bytes=0-1,5-6' } });
    expect(several.status).toBe(200);
  });

  it('gives a part only of the bytes that the reader knows', async () => {
    const range = (tag: string) => app.api.get(PATH, { headers: { Range: 'bytes=0-3', 'If-Range': tag } });
    expect((await range(`"${sha256(archive)}"`)).status).toBe(206);
    const other = await range('"other"');
    expect(other.status).toBe(200);
    expect(other.bytes.equals(archive)).toBe(true);
  });

  it('says 304 to a reader that has it', async () => {
    const tag = `"${sha256(archive)}"`;
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const reply = await app.api.get(PATH, {
        headers: { 'If-None-Match': known, 'Cache-Control': 'max-age=0' },
      });
      expect(reply).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    }
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
