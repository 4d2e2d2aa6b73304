import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  expectedLuma,
  psnr,
  seeVideo,
  writeSource,
} from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { ended, image, picture, SMALL } from './video-tasks.js';

describe('POST /proxy/vidprov/extend', () => {
  let app: TestApp;
  let folder: string;
  let server: LoopbackServer;
  beforeAll(async () => {
    app = await TestApp.start({ VIDEO_ENGINE_CONCURRENCY: '2', VIDPROV_EXTEND_SOURCE: 'either' });
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-extend-test-'));
    await writeSource(path.join(folder, 'second.webm'), { codec: 'vp9', seconds: 1 });
    await writeSource(path.join(folder, 'short.mp4'), { seconds: 0.5 });
    await writeSource(path.join(folder, 'long.mp4'), { seconds: 61, framesPerSecond: 2 });
    await writeFile(path.join(folder, 'text.mp4'), 'This is not a video. '.repeat(200));
    await writeFile(path.join(folder, 'empty.mp4'), '');
    const whole = await readFile(path.join(folder, 'long.mp4'));
    await writeFile(path.join(folder, 'cut.mp4'), whole.subarray(0, 3_000));
    server = await startHttp((request, response) => {
      const file = createReadStream(path.join(folder, path.basename(request.url ?? '')));
      file.on('error', () => response.writeHead(404).end());
      file.once('readable', () => response.writeHead(200, { 'Content-Type': 'video/mp4' }));
      file.pipe(response);
    });
  });
  afterAll(async () => {
    await app.stop();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (name: string) => `http://127.0.0.1:${server.port}/${name}`;
  const extend = (api: ApiClient, fields: object) =>
    api.post('/proxy/vidprov/extend', { model: 'vq2-turbo', duration: 1, resolution: '540p', ...fields });

  async function fetched(url: string, name: string): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, (await app.api.get(url)).bytes);
    return file;
  }

  it('lets a creation of the caller go on, whatever the URL says', async () => {
    const ada = app.api.as(await app.caller());
    const made = await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [await image(1)] });
    const [source] = (await ended(ada, made.body.task_id)).body.creations;
    const end = await picture(4);
    const reply = await extend(ada, {
      video_creation_id: source.id,
      video_url: urlOf('absent.mp4'),
      images: [end.toString('base64')],
      payload: 'p',
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      task_id: expect.any(String),
      state: 'created',
      credits: 15,
      created_at: expect.stringContaining('T'),
      model: 'vq2-turbo',
      images: [expect.stringContaining('/assets/')],
      duration: 1,
      resolution: '540p',
      video_creation_id: source.id,
      video_url: urlOf('absent.mp4'),
      payload: 'p',
    });
    const done = await ended(ada, reply.body.task_id);
    expect(done.body).toMatchObject({ state: 'success', payload: 'p' });
    const before = await seeVideo(await fetched(source.url, 'before.mp4'), [0]);
    const after = await seeVideo(await fetched(done.body.creations[0].url, 'after.mp4'), [0, -1]);
    expect([after.width, after.height]).toEqual([960, 540]);
    expect(Math.abs(after.frameCount - before.frameCount - 24)).toBeLessThanOrEqual(1);
    const file = path.join(folder, 'end.png');
    await writeFile(file, end);
    expect(psnr(await expectedLuma(file, 960, 540), after.frames[-1] ?? [])).toBeGreaterThan(25);
  });

  it('fetches the video where the creation is not one of the caller’s', async () => {
    const made = await app.api.as(await app.caller()).post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [await image(1)],
    });
    const other = app.api.as(await app.caller());
    const reply = await extend(other, {
      video_creation_id: made.body.task_id,
      video_url: urlOf('second.webm'),
    });
    const done = await ended(other, reply.body.task_id);
    expect(done.body.state).toBe('success');
    const seen = await seeVideo(await fetched(done.body.creations[0].url, 'fetched.mp4'));
    expect(Math.abs(seen.durationSeconds - 2)).toBeLessThanOrEqual(1 / 25 + 0.01);
    expect(seen.audioCodec).toBe('aac');
  });

  it('cannot reach the creation of somebody else', async () => {
    const ada = app.api.as(await app.caller());
    const made = await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [await image(1)] });
    const [source] = (await ended(ada, made.body.task_id)).body.creations;
    for (const stranger of [app.api, app.api.as(await app.caller())]) {
      const reply = await extend(stranger, { video_creation_id: source.id });
      expect([reply.status, reply.body.message]).toEqual([
        400,
        expect.stringContaining('video_creation_id must name a creation of yours'),
      ]);
    }
    const bySignedLink = await extend(app.api, { video_url: source.url });
    expect((await ended(app.api, bySignedLink.body.task_id)).body.state).toBe('success');
  });

  it('takes one of the two where the setting says either, but not none', async () => {
    expect((await extend(app.api, { video_url: urlOf('second.webm') })).status).toBe(200);
    const reply = await extend(app.api, {});
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringContaining('video_creation_id or video_url must be given'),
    ]);
  });

  it.each([
    ['short.mp4', 'source_too_short'],
    ['long.mp4', 'source_too_long'],
    ['text.mp4', 'source_unreadable'],
    ['empty.mp4', 'source_unreadable'],
    ['cut.mp4', 'source_unreadable'],
    ['absent.mp4', 'video_unreachable'],
  ])('fails the task for %s', async (name, code) => {
    const reply = await extend(app.api, { video_url: urlOf(name) });
    expect(reply.status).toBe(200);
    const done = await ended(app.api, reply.body.task_id);
    expect(done.body).toMatchObject({ state: 'failed', err_code: code, creations: [] });
  });
});
