import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { contentDigest } from '../../support/publishing.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

describe('uploads', () => {
  let app: TestApp;
  let ada: ApiClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false' });
    ada = app.api.as(await app.caller());
    picture = await sharp({ create: { width: 20, height: 12, channels: 3, background: '#907050' } })
      .png()
      .toBuffer();
  });
  afterAll(() => app.stop());

  async function prepare(body: object = { file_name: 'me.png' }): Promise<any> {
    const reply = await ada.post('/uploads', body);
    expect(reply.status).toBe(200);
    return reply.body;
  }

  const put = (
    url: string,
    raw: Uint8Array,
    headers: Record<string, string> = { 'content-type': 'image/png' },
  ) => app.api.call('PUT', url, undefined, { raw: new Uint8Array(raw), headers });

  const temporaryFolders = async (): Promise<string[]> =>
    readdir(path.join(app.dataDir, 'scratch')).catch(() => []);

  it.each(['/uploads', '/customers/storage'])('POST %s leads to a file that can be read', async (path) => {
    const { body } = await ada.post(path, { file_name: 'Me And.PNG', content_type: 'image/png' });
    expect(Object.keys(body).sort()).toEqual(['download_url', 'expires_at', 'upload_url']);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
    expect((await app.api.get(body.download_url)).status).toBe(404);
    const stored = await put(body.upload_url, picture);
    expect(stored.status).toBe(200);
    expect(stored.body).toEqual({ bytes: picture.byteLength, content_type: 'image/png' });
    const file = await app.api.get(body.download_url);
    expect(file.bytes.equals(picture)).toBe(true);
    expect(file.headers.get('content-type')).toBe('image/png');
  });

  it('gives an input that a job reads from storage, also where only https is taken', async () => {
    const { upload_url, download_url } = await prepare();
    await put(upload_url, picture);
    const reply = await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', { image: download_url });
    expect(reply.status).toBe(200);
    expect(await endedTask(ada, reply.body.data.task_id)).toMatchObject({ status: 'succeeded' });
  });

  it('refuses as an input what has not arrived', async () => {
    const { download_url } = await prepare();
    const reply = await ada.post('/proxy/imgprov/v1/ai/image-relight', { image: download_url });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain('image must');
  });

  it('takes the stated type only, and any where none was stated', async () => {
    const stated = await prepare({ file_name: 'a.jpg', content_type: 'image/jpeg' });
    expect(await put(stated.upload_url, picture)).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media_type' },
    });
    expect((await app.api.get(stated.download_url)).status).toBe(404);
    const open = await prepare({ file_name: 'a' });
    expect((await put(open.upload_url, picture, { 'content-type': 'video/mp4' })).status).toBe(200);
    expect((await app.api.get(open.download_url)).headers.get('content-type')).toBe('video/mp4');
  });

  it('takes the bytes once', async () => {
    const { upload_url, download_url } = await prepare();
    const statuses = await Promise.all([1, 2, 3].map((byte) => put(upload_url, Buffer.alloc(9, byte))));
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await put(upload_url, picture)).body).toMatchObject({ error: 'upload_taken' });
    const { bytes } = await app.api.get(download_url);
    expect(new Set(bytes).size).toBe(1);
    expect(bytes).toHaveLength(9);
  });

  it('takes the same bytes again, whose sender did not get our answer, and no others', async () => {
    const { upload_url, download_url } = await prepare();
    const first = await put(upload_url, picture);
    const again = await put(upload_url, picture);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = Buffer.from(picture);
    other[other.length - 1] = 0xff;
    expect(await put(upload_url, other)).toMatchObject({ status: 409, body: { error: 'upload_taken' } });
    expect((await app.api.get(download_url)).bytes.equals(picture)).toBe(true);
  });

  it('refuses an empty body and one of another digest, and takes the right one after', async () => {
    const { upload_url, download_url } = await prepare();
    const type = { 'content-type': 'image/png' };
    const empty = await put(upload_url, Buffer.alloc(0));
    expect(empty).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(empty.body.message).toContain('empty');
    const wrong = { ...type, 'content-digest': contentDigest(Buffer.from('?')) };
    expect(await put(upload_url, picture, wrong)).toMatchObject({
      status: 400,
      body: { error: 'digest_mismatch' },
    });
    expect(await put(upload_url, picture, { ...type, 'content-digest': 'sha-256=abc' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect((await app.api.get(download_url)).status).toBe(404);
    const right = { ...type, 'content-digest': contentDigest(picture) };
    expect((await put(upload_url, picture, right)).status).toBe(200);
    expect(await put(upload_url, picture, wrong)).toMatchObject({ status: 400 });
    expect((await app.api.get(download_url)).bytes.equals(picture)).toBe(true);
  });

  it('refuses links that were not signed for it', async () => {
    const { upload_url, download_url } = await prepare();
    const forged = new URL(upload_url);
    forged.searchParams.set('signature', 'x'.repeat(43));
    expect((await put(forged.href, picture)).status).toBe(403);
    const reader = new URL(download_url);
    const asUpload = `${new URL(upload_url).pathname}${reader.search}`;
    expect((await put(asUpload, picture)).status).toBe(403);
  });

  it('refuses a file of more than 1024 MB before it is sent', async () => {
    const { upload_url } = await prepare();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(upload_url, {
        method: 'PUT',
        headers: { 'content-length': String(1024 * 1024 * 1024 + 1), 'content-type': 'image/png' },
      });
      call.once('response', (response) => resolve(response.statusCode)).once('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(413);
    expect(await temporaryFolders()).toEqual([]);
  });

  it('leaves nothing of an upload that breaks off', async () => {
    const { upload_url, download_url } = await prepare();
    const call = httpRequest(upload_url, { method: 'PUT', headers: { 'content-length': '1000000' } });
    call.on('error', () => undefined);
    call.write(Buffer.alloc(10_000));
    while ((await temporaryFolders()).length === 0) await sleep(10);
    call.destroy();
    while ((await temporaryFolders()).length > 0) await sleep(10);
    expect((await app.api.get(download_url)).status).toBe(404);
    expect((await put(upload_url, picture)).status).toBe(200);
  });

  it.each([
    [{}, 'file_name is required'],
    [{ file_name: '' }, 'file_name must'],
    [{ file_name: 'x'.repeat(256) }, 'file_name must'],
    [{ file_name: 5 }, 'file_name must'],
    [{ file_name: 'a', content_type: 'image' }, 'content_type must'],
    [{ file_name: 'a', content_type: 'a/b\r\nx: y' }, 'content_type must'],
  ])('refuses %j', async (body, message) => {
    const reply = await ada.post('/uploads', body);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(message);
  });

  it('asks for a token', async () => {
    expect((await app.api.post('/uploads', { file_name: 'a' })).status).toBe(401);
  });
});
