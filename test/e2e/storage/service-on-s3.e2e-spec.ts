import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { FakeS3 } from '../../support/fake-s3.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

describe('the service with its files in a bucket', () => {
  let bucket: FakeS3;
  let app: TestApp;
  let ada: ApiClient;
  let picture: Buffer;

  beforeAll(async () => {
    bucket = await FakeS3.start();
    app = await TestApp.start(bucket.settings);
    ada = app.api.as(await app.caller());
    picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#907050' } })
      .png()
      .toBuffer();
  });
  afterAll(async () => {
    await app.stop();
    await bucket.stop();
  });

  async function uploaded(): Promise<string> {
    const { body } = await ada.post('/uploads', { file_name: 'me.png', content_type: 'image/png' });
    const sent = await app.api.call('PUT', body.upload_url, undefined, {
      raw: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    });
    expect(sent.status).toBe(200);
    return body.download_url as string;
  }

  it('takes an upload and gives it back', async () => {
    const file = await app.api.get(await uploaded());
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.bytes.equals(picture)).toBe(true);
  });

  it('makes an image out of an upload and serves it, whole and in parts', async () => {
    const keysBefore = bucket.keys().length;
    const reply = await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', { image: await uploaded() });
    const task = await endedTask(ada, reply.body.data.task_id);
    expect(task).toMatchObject({ status: 'succeeded' });
    const { url } = task.outputs[0];
    const whole = await app.api.get(url);
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 48 });
    const part = await app.api.get(url, { headers: { range: 'bytes=8-23' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 8-23/${whole.bytes.length}`);
    expect(part.bytes.equals(whole.bytes.subarray(8, 24))).toBe(true);
    const beyond = await app.api.get(url, { headers: { range: `bytes=${whole.bytes.length}-` } });
    expect(beyond).toMatchObject({ status: 416, body: { error: 'range_not_satisfiable' } });
    expect(bucket.keys().length).toBeGreaterThanOrEqual(keysBefore + 2);
    await expect(readdir(path.join(app.dataDir, 'files'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
