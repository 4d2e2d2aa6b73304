import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { FakeS3 } from '../../support/fake-s3.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { Gate } from '../queue/queue-app.js';

describe('the service with its files in a bucket', () => {
  let bucket: FakeS3;
  let app: TestApp;
  let ada: ApiClient;
  let picture: Buffer;

  beforeAll(async () => {
    bucket = await FakeS3.start();
    app = await TestApp.start(bucket.settings);
    ada = app.api.as(await app.caller());
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    picture = await sharp({ create: { width: 128, height: 96, channels: 3, background: '#907050', noise } })
      .png()
      .toBuffer();
  });
  afterAll(async () => {
    await app.stop();
    await bucket.stop();
  });

  async function prepared(): Promise<{ upload_url: string; download_url: string }> {
    return (await ada.post('/uploads', { file_name: 'me.png', content_type: 'image/png' })).body;
  }

  const send = (url: string, bytes: Uint8Array): Promise<Reply> =>
    app.api.call('PUT', url, undefined, {
      raw: new Uint8Array(bytes),
      headers: { 'content-type': 'image/png' },
    });

  async function uploaded(): Promise<string> {
    const { upload_url, download_url } = await prepared();
    expect((await send(upload_url, picture)).status).toBe(200);
    return download_url;
  }

  it('takes an upload and gives it back', async () => {
    const file = await app.api.get(await uploaded());
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.bytes.equals(picture)).toBe(true);
  });

  it('holds no transaction open while the bucket takes a file', async () => {
    const open: unknown[] = [];
    bucket.beforeStoring = async () => {
      const sql = `select query from pg_stat_activity
                    where datname = current_database() and state like 'idle in transaction%'`;
      open.push(...(await rowsOf(app.databaseUrl, sql)));
    };
    await uploaded();
    const publishing = new Publishing(app);
    await publishing.publish(await publishing.team(), 'in-a-bucket', '1.0.0');
    bucket.beforeStoring = async () => undefined;
    expect(open).toEqual([]);
  });

  it('keeps one of two files that the bucket takes for one link at a time, and no bytes of the other', async () => {
    const { upload_url, download_url } = await prepared();
    const keysBefore = bucket.keys().length;
    const both = new Gate();
    let taken = 0;
    bucket.beforeStoring = async () => {
      taken += 1;
      if (taken === 2) both.open();
      await both.opened;
    };
    const replies = await Promise.all([1, 2].map((byte) => send(upload_url, Buffer.alloc(9, byte))));
    bucket.beforeStoring = async () => undefined;
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = replies.findIndex(({ status }) => status === 200) + 1;
    expect((await app.api.get(download_url)).bytes).toEqual(Buffer.alloc(9, kept));
    expect(bucket.keys()).toHaveLength(keysBefore + 1);
  });

  it('makes an image out of an upload and serves it, whole and in parts', async () => {
    const keysBefore = bucket.keys().length;
    const reply = await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', { image: await uploaded() });
    const task = await endedTask(ada, reply.body.data.task_id);
    expect(task).toMatchObject({ status: 'succeeded' });
    const { url } = task.outputs[0];
    const whole = await app.api.get(url);
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'png', width: 128, height: 96 });
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
