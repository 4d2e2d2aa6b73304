import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expectedLuma, psnr, seeVideo } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { TestApp } from '../../support/test-app.js';
import { ended, image, picture, SMALL } from './video-tasks.js';

const FRAMES_PER_SECOND = 24;

describe('POST /proxy/vidprov/start-end2video and /reference2video', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await TestApp.start({ VIDEO_ENGINE_CONCURRENCY: '2' });
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-video-test-'));
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function fetched(url: string, name: string): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, (await app.api.get(url)).bytes);
    return file;
  }

  /** What it makes is not looked at. */
  async function cancel(id: string): Promise<void> {
    expect((await app.api.post(`/proxy/vidprov/tasks/${id}/cancel`)).status).toBe(200);
  }

  it('makes a video whose first and last frame are the given ones', async () => {
    const [start, end] = [await picture(1), await picture(4)];
    const reply = await app.api.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      prompt: 'slow morph',
      images: [start.toString('base64'), `data:image/png;base64,${end.toString('base64')}`],
      aspect_ratio: '1:1',
      seed: 7,
      payload: 'order 4711',
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'created',
      credits: 10,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      model: 'vq2-turbo',
      prompt: 'slow morph',
      images: [expect.stringContaining('/assets/'), expect.stringContaining('/assets/')],
      duration: 1,
      resolution: '360p',
      aspect_ratio: '1:1',
      seed: 7,
      style: 'general',
      movement_amplitude: 'auto',
      bgm: false,
      watermark: false,
      off_peak: false,
      payload: 'order 4711',
    });
    expect(reply.headers.get('x-credits-used')).toBe('10');
    expect(Number(reply.headers.get('x-estimated-duration-seconds'))).toBeGreaterThan(0);
    expect((await app.api.get(reply.body.images[0])).bytes).toEqual(start);

    const done = await ended(app.api, reply.body.task_id);
    expect(done.body).toEqual({
      id: reply.body.task_id,
      state: 'success',
      err_code: '',
      err_msg: '',
      credits: 10,
      progress: 100,
      payload: 'order 4711',
      bgm: false,
      off_peak: false,
      creations: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          url: expect.stringContaining('/assets/'),
          cover_url: expect.stringContaining('/assets/'),
          watermarked_url: '',
        },
      ],
    });
    const [creation] = done.body.creations;
    const seen = await seeVideo(await fetched(creation.url, 'start-end.mp4'), [0, -1]);
    expect([seen.codec, seen.width, seen.height]).toEqual(['h264', 360, 360]);
    expect(Math.abs(seen.frameCount - FRAMES_PER_SECOND)).toBeLessThanOrEqual(1);
    expect(seen.audioCodec).toBeUndefined();
    await writeFile(path.join(folder, 'start.png'), start);
    await writeFile(path.join(folder, 'end.png'), end);
    for (const [frame, name] of [
      [0, 'start.png'],
      [-1, 'end.png'],
    ] as const) {
      const given = await expectedLuma(path.join(folder, name), 360, 360);
      expect(psnr(given, seen.frames[frame] ?? [])).toBeGreaterThan(25);
    }
    const cover = await sharp((await app.api.get(creation.cover_url)).bytes).metadata();
    expect([cover.format, cover.width, cover.height]).toEqual(['jpeg', 360, 360]);
  });

  it('gives equal bytes for equal seeds, and tells the seed that it drew', async () => {
    const body = { ...SMALL, images: [await image(2)] };
    const drawn = await app.api.post('/proxy/vidprov/start-end2video', { ...body, seed: 0 });
    const other = await app.api.post('/proxy/vidprov/start-end2video', body);
    expect(drawn.body.seed).toBeGreaterThan(0);
    expect(other.body.seed).not.toBe(drawn.body.seed);
    await cancel(other.body.task_id);
    const again = await app.api.post('/proxy/vidprov/start-end2video', { ...body, seed: drawn.body.seed });
    const files = await Promise.all(
      [drawn, again].map(async ({ body: { task_id: id } }) => {
        const { creations } = (await ended(app.api, id)).body;
        return (await app.api.get(creations[0].url)).bytes;
      }),
    );
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it('adds sound, music and a watermark of the caller at the asked corner, beside a plain copy', async () => {
    const mark = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const upload = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#208040' } })
      .png()
      .toBuffer();
    const stored = await app.api.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [mark.toString('base64')],
    });
    await cancel(stored.body.task_id);
    const reply = await app.api.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [upload.toString('base64')],
      audio: true,
      audio_type: 'sound_effect_only',
      bgm: true,
      watermark: true,
      wm_position: 1,
      wm_url: stored.body.images[0],
    });
    expect(reply.body).toMatchObject({ bgm: true, watermark: true });
    const { creations } = (await ended(app.api, reply.body.task_id)).body;
    const plain = await seeVideo(await fetched(creations[0].url, 'plain.mp4'), [12]);
    const marked = await seeVideo(await fetched(creations[0].watermarked_url, 'marked.mp4'), [12]);
    expect([plain.width, plain.height, plain.audioCodec]).toEqual([640, 360, 'aac']);
    const difference = (corner: { x: number; y: number }) => {
      let sum = 0;
      for (let y = corner.y; y < corner.y + 90; y += 1)
        for (let x = corner.x; x < corner.x + 160; x += 1)
          sum += Math.abs((plain.frames[12]?.[y * 640 + x] ?? 0) - (marked.frames[12]?.[y * 640 + x] ?? 0));
      return sum / (90 * 160);
    };
    expect(difference({ x: 0, y: 0 })).toBeGreaterThan(1);
    for (const corner of [
      { x: 480, y: 0 },
      { x: 480, y: 270 },
      { x: 0, y: 270 },
    ])
      expect(difference(corner)).toBeLessThan(0.5);
  });

  it('composes seven reference images into one video of the shape asked for', async () => {
    const images = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(image));
    const reply = await app.api.post('/proxy/vidprov/reference2video', {
      ...SMALL,
      model: 'vq2-pro',
      prompt: 'cut',
      images,
      aspect_ratio: '9:16',
    });
    expect([reply.status, reply.body.images.length]).toEqual([200, 7]);
    const { creations } = (await ended(app.api, reply.body.task_id)).body;
    const seen = await seeVideo(await fetched(creations[0].url, 'references.mp4'), [0, -1]);
    expect([seen.width, seen.height]).toEqual([360, 640]);
    expect(Math.abs(seen.frameCount - FRAMES_PER_SECOND)).toBeLessThanOrEqual(1);
    expect(psnr(seen.frames[0] ?? [], seen.frames[-1] ?? [])).toBeLessThan(20);
  });

  it('takes sound for granted with q3 models and ignores what has no effect for them', async () => {
    const reply = await app.api.post('/proxy/vidprov/start-end2video', {
      model: 'vq3-pro',
      duration: 1,
      resolution: '540p',
      images: [await image(3)],
      bgm: true,
      audio_type: 'speech_only',
      voice_id: 'anna',
      movement_amplitude: 'large',
    });
    expect(reply.body).toMatchObject({ state: 'created', bgm: false, credits: 14 });
    const done = await ended(app.api, reply.body.task_id);
    expect(done.body.bgm).toBe(false);
    const seen = await seeVideo(await fetched(done.body.creations[0].url, 'q3.mp4'));
    expect([seen.width, seen.height, seen.audioCodec]).toEqual([960, 540, 'aac']);
  });

  it('charges half for off-peak runs and 10 more for a recommended prompt', async () => {
    const body = { ...SMALL, images: [await image(1)], is_rec: true, off_peak: true, priority: 5 };
    const reply = await app.api.post('/proxy/vidprov/start-end2video', body);
    expect(reply.body).toMatchObject({ credits: 10, off_peak: true });
    expect((await ended(app.api, reply.body.task_id)).body).toMatchObject({
      state: 'success',
      credits: 10,
      off_peak: true,
    });
  });

  it('fails the task, not the request, when an image cannot be decoded', async () => {
    const whole = await picture(5);
    const broken = Buffer.concat([whole.subarray(0, 60), Buffer.alloc(400)]).toString('base64');
    const reply = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [broken] });
    expect(reply.status).toBe(200);
    const done = await ended(app.api, reply.body.task_id);
    expect(done.body).toMatchObject({ state: 'failed', err_code: 'image_unreadable', creations: [] });
    const task = (await app.api.get(`/tasks/${reply.body.task_id}`)).body;
    expect(task).toMatchObject({ status: 'failed', native_status: 'failed' });
    expect(task.error_message).toMatch(/image|picture/i);
    expect(done.body.err_msg).toBe(task.error_message);
  });
});
