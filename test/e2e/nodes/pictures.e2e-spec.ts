import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { PicturesSettings } from '#libs/registry/pictures';
import { filesBelow } from '../../support/files-below.js';
import { drain, makeAllDue } from '../../support/jobs.js';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { pngOfSize } from '../../support/png-of-size.js';
import { packageFiles, Publishing, type Team } from '../../support/publishing.js';
import { type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20">';
const DAYS_31 = 31 * 86_400_000;

/** A picture of one colour. */
const plain = (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'avif' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .toFormat(format)
    .toBuffer();

describe('pictures of nodes', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let host: LoopbackServer;
  let asked: string[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let serial = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    host = await startHttp((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    });
  });
  afterAll(async () => {
    await host.close();
    await app.stop();
  });
  beforeEach(() => {
    asked = [];
    answer = (_, response) => response.writeHead(500).end();
  });

  const gives = (bytes: Buffer | string, type = 'image/png'): void => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': type }).end(bytes);
  };
  const newId = (): string => `pictured-${(serial += 1)}`;
  const urlOf = (name: string): string => `http://127.0.0.1:${host.port}/${name}`;
  const node = async (fields: object): Promise<Reply['body']> => {
    const id = newId();
    const { body } = await app.api
      .as(team.owner)
      .post(`/publishers/${team.id}/nodes`, { id, name: id, ...fields });
    return body;
  };
  const shown = async ({ bytes }: Reply) => sharp(bytes).metadata();

  it('shows the icon of another host from this one, drawn anew and fetched once', async () => {
    gives(await plain(600, 300, 'jpeg'), 'image/jpeg');
    const { icon, icon_path: path, banner_path } = await node({ icon: urlOf('icon.jpg') });
    expect([icon, banner_path]).toEqual([urlOf('icon.jpg'), '']);
    expect(path).toMatch(/^\/pictures\/[\w.-]+$/);
    const replies = await Promise.all([1, 2, 3].map(() => app.api.get(`${path}?width=128`)));
    const [first] = replies;
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked).toEqual(['/icon.jpg']);
    expect(await shown(first!)).toMatchObject({ format: 'webp', width: 128, height: 64 });
    expect(await shown(first!)).not.toHaveProperty('exif');
    expect(Object.fromEntries(first!.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': expect.stringContaining('immutable'),
    });
    await app.api.get(`${path}?width=128`);
    expect(asked).toHaveLength(1);
    expect((await app.api.get(`${path}?width=129`)).status).toBe(400);
  });

  it('fetches nothing that this server has not named', async () => {
    const { icon_path: path } = await node({ icon: urlOf('own.png') });
    const [content, signature] = path.slice('/pictures/'.length).split('.');
    const other = Buffer.from(urlOf('other.png')).toString('base64url');
    for (const token of [`${other}.${signature}`, `${content}.x`, content, urlOf('other.png')])
      expect((await app.api.get(`/pictures/${encodeURIComponent(token)}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('draws GIF, AVIF and SVG, whatever type their host claims', async () => {
    for (const format of ['gif', 'avif'] as const) {
      gives(await plain(64, 32, format), 'text/html');
      const { icon_path } = await node({ icon: urlOf(`a.${format}`) });
      expect(await shown(await app.api.get(icon_path))).toMatchObject({ format: 'webp', width: 64 });
    }
    gives(
      `<?xml version="1.0"?>${SVG}<script>alert(1)</script><image href="${urlOf('inner.png')}" width="9" height="9"/></svg>`,
    );
    const { icon_path } = await node({ icon: urlOf('badge.svg') });
    const reply = await app.api.get(icon_path);
    expect(await shown(reply)).toMatchObject({ format: 'webp', width: 90, height: 20 });
    expect(reply.bytes.toString('latin1')).not.toContain('alert');
    expect(asked).not.toContain('/inner.png');
  });

  it.each([
    ['a page', () => '<html><script>alert(1)</script></html>'],
    ['a picture that claims 4 gigapixels', () => pngOfSize(65_000, 65_000, 1)],
    ['a picture that is cut off', async () => (await plain(300, 300)).subarray(0, 200)],
    [
      'an SVG that claims to be huge',
      () => `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>`,
    ],
    ['nine megabytes', () => Buffer.alloc(9 * 1024 * 1024, 1)],
  ])('answers 404 for %s, and asks its host once only', async (name, make) => {
    gives(await make());
    const { icon_path } = await node({ icon: urlOf(encodeURIComponent(name)) });
    expect((await app.api.get(icon_path)).status).toBe(404);
    expect((await app.api.get(icon_path)).status).toBe(404);
    expect(asked).toHaveLength(1);
  });

  it('takes an icon and a banner from members, and removes them again', async () => {
    const { id } = await node({ icon: urlOf('old.png') });
    const at = `/publishers/${team.id}/nodes/${id}`;
    const send = (who: typeof team.owner, kind: string, raw: Buffer): Promise<Reply> =>
      app.api.as(who).call('PUT', `${at}/${kind}`, undefined, { raw: new Uint8Array(raw) });
    const icon = await send(team.owner, 'icon', await plain(900, 900));
    expect(icon).toMatchObject({ status: 200, body: { id, icon: urlOf('old.png') } });
    const banner = await send(team.owner, 'banner', await plain(3_000, 600));
    const { icon_path, banner_path } = (await app.api.get(`/nodes/${id}`)).body;
    expect([icon_path, banner_path]).toEqual([icon.body.icon_path, banner.body.banner_path]);
    expect(await shown(await app.api.get(icon_path))).toMatchObject({ format: 'webp', width: 256 });
    expect(await shown(await app.api.get(banner_path))).toMatchObject({ width: 1280 });
    expect(asked).toEqual([]);

    expect((await send(team.owner, 'icon', Buffer.from('<html>'))).body.error).toBe('not_a_picture');
    expect((await send(team.owner, 'icon', Buffer.alloc(9 * 1024 * 1024, 1))).status).toBe(413);
    expect((await send(await app.caller(), 'icon', await plain(9, 9))).status).toBe(403);

    const next = await send(team.owner, 'icon', await plain(50, 50));
    expect(next.body.icon_path).not.toBe(icon_path);
    await drain(app);
    expect((await app.api.get(icon_path)).status).toBe(404);
    expect((await app.api.as(team.owner).delete(`${at}/icon`)).status).toBe(204);
    expect((await app.api.as(team.owner).delete(`${at}/icon`)).status).toBe(204);
    expect((await app.api.get(`/nodes/${id}`)).body.icon_path).not.toBe(next.body.icon_path);
  });

  it('names the pictures of a README, of its archive and of other hosts', async () => {
    const readme = `
![Logo](./img/logo.png "Logo") <img width="9" src='img/logo.png?raw=true'>
![Shot][shot] ![Out](../../etc/passwd) ![Out](%2e%2e/%2e%2e/key.png) ![Data](data:image/png;base64,AAAA)
![Absent](docs/absent.png) ![Ours](/nodes/x)
[shot]: ${urlOf('shot.png?a=1&amp;b=2')}`;
    const nodeId = newId();
    const archive = zipBytes([
      ...packageFiles('Blur'),
      { name: 'pack/README.md', content: readme },
      { name: 'pack/img/logo.png', content: await plain(400, 200) },
    ]);
    await publishing.publish(team, nodeId, '1.0.0', archive);
    const at = `/nodes/${nodeId}/versions/1.0.0`;
    const { pictures } = (await app.api.get(`${at}/readme`)).body;
    expect(Object.keys(pictures)).toEqual([
      './img/logo.png',
      'img/logo.png?raw=true',
      urlOf('shot.png?a=1&amp;b=2'),
    ]);
    const logo = await app.api.get(`${pictures['./img/logo.png']}?width=320`);
    expect(await shown(logo)).toMatchObject({ format: 'webp', width: 320 });
    gives(await plain(10, 10));
    expect((await app.api.get(pictures[urlOf('shot.png?a=1&amp;b=2')])).status).toBe(200);
    expect(asked).toEqual(['/shot.png?a=1&b=2']);
    for (const path of ['README.md', '__init__.py', '../pack/img/logo.png', 'absent.png'])
      expect((await app.api.get(`${at}/pictures/${encodeURIComponent(path)}`)).status).toBe(404);

    const admin = await app.caller({ isAdmin: true });
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'Bad.' };
    expect(await app.api.as(admin).put(`/admin${at}`, ban)).toMatchObject({ status: 200 });
    expect((await app.api.get(pictures['./img/logo.png'])).status).toBe(403);
    expect((await app.api.as(team.owner).get(pictures['./img/logo.png'])).status).toBe(200);
  });

  it('forgets pictures after a month', async () => {
    gives(await plain(20, 20));
    const { icon_path } = await node({ icon: urlOf('kept.png') });
    await app.api.get(icon_path);
    const cached = () => filesBelow(path.join(app.dataDir, 'files', 'pictures'));
    app.passTime(DAYS_31);
    expect(await cached()).not.toEqual([]);
    await makeAllDue(app);
    await drain(app);
    expect(await cached()).toEqual([]);
    await app.api.get(icon_path);
    expect(asked).toEqual(['/kept.png', '/kept.png']);
  });

  it('keeps no more of them than there is room for: the oldest go', async () => {
    gives(await plain(20, 20));
    const cached = () => filesBelow(path.join(app.dataDir, 'files', 'pictures'));
    const expire = async () => {
      await makeAllDue(app);
      await drain(app);
    };
    const older = await node({ icon: urlOf('older.png') });
    const newer = await node({ icon: urlOf('newer.png') });
    const { bytes } = await app.api.get(older.icon_path);
    await app.api.get(newer.icon_path);
    const settings = app.get(PicturesSettings) as { cacheMb: number };
    await expire();
    expect((await cached()).length).toBeGreaterThan(1);
    const before = settings.cacheMb;
    settings.cacheMb = (bytes.length * 1.5) / 1024 / 1024;
    await expire();
    settings.cacheMb = before;
    expect(await cached()).toHaveLength(1);
    await app.api.get(newer.icon_path);
    await app.api.get(older.icon_path);
    expect(asked).toEqual(['/older.png', '/newer.png', '/older.png']);
  });

  it('can be emptied by an admin, who sees beforehand how much it is', async () => {
    gives(await plain(20, 20));
    const cached = () => filesBelow(path.join(app.dataDir, 'files', 'pictures'));
    const { icon_path } = await node({ icon: urlOf('emptied.png') });
    const { bytes } = await app.api.get(icon_path);
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const free = (dry_run: boolean) => admin.post('/admin/storage/free', { what: 'pictures', dry_run });
    const preview = (await free(true)).body;
    expect(preview.files).toBe((await cached()).length);
    expect(preview.bytes).toBeGreaterThanOrEqual(bytes.length);
    const measured = (await admin.post('/admin/storage/measure')).body;
    expect(measured.files).toContainEqual(
      expect.objectContaining({ kind: 'picture', files: preview.files, bytes: preview.bytes }),
    );
    expect((await free(false)).body).toEqual(preview);
    await drain(app);
    expect(await cached()).toEqual([]);
    expect((await free(true)).body).toMatchObject({ files: 0, bytes: 0 });
    expect((await app.api.get(icon_path)).status).toBe(200);
    expect(asked).toEqual(['/emptied.png', '/emptied.png']);
  });
});
