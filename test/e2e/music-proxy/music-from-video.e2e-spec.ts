import { readFile, rm } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { scratchFolder, writeSource } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { starveProbes } from '../../support/starved-probes.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { audioOf, events, form, leftovers, typesOf, until, VIDEO_PATH } from './music-calls.js';

const BOUNDARY = 'frontier';
const PART_HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="0.video"; filename="a.mp4"\r\n\r\n`;

describe('POST /v2m/generate', () => {
  let app: TestApp;
  let folder: { path: string; remove(): Promise<void> };
  let server: LoopbackServer;
  let clip: Buffer;
  let ada: ApiClient;
  let caller: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ MUSIC_UPLOAD_MAX_MB: '2' });
    folder = await scratchFolder();
    clip = await readFile(
      await writeSource(path.join(folder.path, 'Harbour at dawn.mp4'), {
        seconds: 2,
        options: ['cut', 'silent'],
      }),
    );
    server = await startHttp((request, response) => {
      if (request.url === '/clip.mp4') response.end(clip);
      else if (request.url === '/large') response.end(Buffer.alloc(3 * 1024 * 1024));
      else response.writeHead(404).end();
    });
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  afterEach(async () => {
    await until(async () => (await leftovers(app)).length === 0);
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
    await app.stop();
  });

  const post = (raw: FormData | URLSearchParams): Promise<Reply> => ada.post(VIDEO_PATH, undefined, { raw });
  const file = (content: Uint8Array, name = 'a.mp4') => ({ content, name });
  const url = (name: string) => `http://127.0.0.1:${server.port}/${name}`;
  const started = async () => (await ada.get('/tasks')).body.tasks.length;

  it.each([
    ['dim', ['dark', 'calm']],
    ['lively', ['energetic', 'happy']],
  ] as const)('hears in a %s video that it is %s', async (look, moods) => {
    const made = await writeSource(path.join(folder.path, `${look}.mp4`), {
      seconds: 3,
      options: [look, 'silent'],
    });
    const lines = events((await post(form({ video: file(await readFile(made)) }))).bytes);
    expect(lines.find(({ type }) => type === 'title')?.display_tags).toEqual(
      expect.arrayContaining([...moods]),
    );
  });

  it.each([
    ['a file as 0.video', () => form({ '0.video': file(clip, 'Harbour at dawn.mp4'), prompt: 'calm piano' })],
    [
      'a file beside blank inputs',
      () => form({ video: '', video_url: '', prompt: '', '0.video': file(clip) }),
    ],
    ['a file as video', () => form({ video: file(clip) })],
    ['a URL as video', () => form({ video: url('clip.mp4') })],
    ['a URL as video_url', () => form({ video_url: url('clip.mp4') })],
    ['a URL in a urlencoded form', () => new URLSearchParams({ video: url('clip.mp4'), prompt: 'rock' })],
  ])('takes %s and makes music of its length', async (_, body) => {
    const reply = await post(body());
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-credits-used')).toBe('4');
    const lines = events(reply.bytes);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => index));
    expect(typesOf(lines)).toEqual([
      'task',
      'duration',
      'titles',
      'title',
      'audio_chunk',
      'cost',
      'complete',
    ]);
    expect(lines[1].duration_sec).toBeCloseTo(2, 1);
    const titles = lines.find(({ type }) => type === 'titles');
    const title = lines.find(({ type }) => type === 'title');
    const place = { copy_index: 0, prompt_index: 0, stream_index: 0 };
    expect(titles).toMatchObject({ titles: [title.title], display_tags: title.display_tags, ...place });
    const seconds = audioOf(lines).length / 24_000;
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(2.3);
  });

  it('takes a link to a file of ours from the storage', async () => {
    const made = events((await post(form({ video: file(clip) }))).bytes);
    const { outputs } = (await ada.get(`/tasks/${made[0].task_id}`)).body;
    const reply = await post(form({ video: outputs[0].url }));
    expect(reply).toMatchObject({ status: 422, body: { error: 'not_a_video' } });
  });

  it.each<[string, () => FormData]>([
    ['none', () => form({ prompt: 'x' })],
    ['a file and a URL', () => form({ '0.video': file(clip), video: url('clip.mp4') })],
    ['two URLs', () => form({ video: url('clip.mp4'), video_url: url('clip.mp4') })],
    ['two files', () => form({ '0.video': file(clip), video: file(clip) })],
  ])('refuses %s with 400', async (_, body) => {
    const reply = await post(body());
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain('exactly one video');
    expect(await started()).toBe(0);
  });

  it.each<[string, () => Buffer]>([
    ['a text renamed .mp4', () => Buffer.from('Once upon a time there was a film.\n'.repeat(400))],
    ['an empty file', () => Buffer.alloc(0)],
    ['a truncated file', () => clip.subarray(0, Math.floor(clip.length * 0.4))],
    ['a header alone', () => clip.subarray(0, 40)],
    ['a forged length', () => forgedBox(clip)],
  ])('answers %s with 422', async (_, content) => {
    const reply = await post(form({ '0.video': file(content()) }));
    expect(reply).toMatchObject({ status: 422, body: { error: 'not_a_video' } });
    expect(await started()).toBe(0);
  });

  it('takes a thread of ours that does not start for a failure of ours, and tries again', async () => {
    let broken = 2;
    const seen = new WeakSet<Worker>();
    const once = Worker.prototype.once;
    const starting = jest.spyOn(Worker.prototype, 'once').mockImplementation(function (
      this: Worker,
      ...listening: Parameters<typeof once>
    ) {
      const missing = Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
      if (listening[0] === 'exit' && !seen.has(this) && (broken -= 1) >= 0)
        setImmediate(() => this.emit('error', missing));
      seen.add(this);
      return once.apply(this, listening);
    });
    try {
      expect((await post(form({ video: file(clip) }))).status).toBe(200);
      broken = 3;
      const reply = await post(form({ video: file(clip) }));
      expect(reply).toMatchObject({ status: 500, body: { error: 'internal_error' } });
      expect(await started()).toBe(1);
    } finally {
      starting.mockRestore();
    }
  });

  it('holds nothing against a video for whose look there was no time', async () => {
    const probes = starveProbes(1);
    try {
      const reply = await post(form({ video: file(clip) }));
      expect(reply).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(reply.headers.get('retry-after')).toBe('5');
      expect(await started()).toBe(0);
    } finally {
      probes.restore();
    }
  });

  it('refuses a video of more than 6 minutes', async () => {
    const long = path.join(folder.path, 'long.mp4');
    await writeSource(long, { seconds: 363, framesPerSecond: 1, options: ['silent'] });
    const content = await readFile(long);
    await rm(long);
    const reply = await post(form({ video: file(content) }));
    expect(reply).toMatchObject({ status: 422, body: { error: 'video_too_long' } });
    expect(reply.body.message).toContain('363 seconds');
    expect(await started()).toBe(0);
  });

  it('never says that a video of as many seconds as it refuses is allowed', async () => {
    const long = path.join(folder.path, 'a little too long.mp4');
    await writeSource(long, { seconds: 360.25, framesPerSecond: 4, options: ['silent'] });
    const content = await readFile(long);
    await rm(long);
    const reply = await post(form({ video: file(content) }));
    expect(reply).toMatchObject({ status: 422, body: { error: 'video_too_long' } });
    expect(reply.body.message).toContain('360.3 seconds; 360 are allowed');
  });

  it('answers a URL that cannot be fetched with 422, and one that is too large with 413', async () => {
    expect(await post(form({ video: url('absent') }))).toMatchObject({
      status: 422,
      body: { error: 'video_unreachable' },
    });
    expect(await post(form({ video: 'http://127.0.0.1:65533/x' }))).toMatchObject({ status: 422 });
    expect(await post(form({ video: url('large') }))).toMatchObject({
      status: 413,
      body: { error: 'body_too_large' },
    });
    expect(await started()).toBe(0);
  });

  it('counts characters and not code units of the prompt', async () => {
    const accepted = await post(form({ video: url('clip.mp4'), prompt: '🎹'.repeat(2_000) }));
    expect(accepted.status).toBe(200);
    const refused = await post(form({ video: url('clip.mp4'), prompt: '🎹'.repeat(2_001) }));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain('not a string of 2001 characters');
  });

  it('takes a file of exactly the largest size, and not of one byte more', async () => {
    const padded = (bytes: number) => Buffer.concat([clip, freeBox(bytes - clip.length)]);
    const largest = await post(form({ '0.video': file(padded(2 * 1024 ** 2)) }));
    expect([largest.status, typesOf(events(largest.bytes)).at(-1)]).toEqual([200, 'complete']);
    const larger = await post(form({ '0.video': file(padded(2 * 1024 ** 2 + 1)) }));
    expect(larger).toMatchObject({ status: 413, body: { error: 'body_too_large' } });
  });

  it('refuses a declared length above the limit before the body', async () => {
    const reply = await rawUpload({ 'Content-Length': String(2 * 1024 ** 3) }, (write) => write(PART_HEAD));
    expect(reply).toContain('HTTP/1.1 413');
    expect(reply).toContain('"error":"body_too_large"');
  });

  it('cuts an endless upload off at the limit', async () => {
    const reply = await rawUpload({ 'Transfer-Encoding': 'chunked' }, (write, isOver) => {
      const chunk = (data: string | Buffer) =>
        write(
          Buffer.concat([
            Buffer.from(`${data.length.toString(16)}\r\n`),
            Buffer.from(data),
            Buffer.from('\r\n'),
          ]),
        );
      chunk(PART_HEAD);
      const more = (): void => {
        if (isOver()) return;
        chunk(Buffer.alloc(64 * 1024));
        setTimeout(more, 1);
      };
      more();
    });
    expect(reply).toContain('HTTP/1.1 413');
    expect(await started()).toBe(0);
  });

  it('keeps nothing of an upload that breaks off, and starts nothing', async () => {
    const call = openRequest(new URL(VIDEO_PATH, app.api.baseUrl), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${caller.token}`,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': '1000000',
      },
    }).on('error', () => undefined);
    call.write(PART_HEAD);
    call.write(Buffer.alloc(100_000));
    await until(async () => (await leftovers(app)).length > 0);
    call.write(Buffer.alloc(50_000));
    call.destroy();
    await until(async () => (await leftovers(app)).length === 0);
    expect(await started()).toBe(0);
  });

  /** Sends a request by hand and gives all that came back before the connection ended. */
  function rawUpload(
    headers: Record<string, string>,
    send: (write: (data: string | Buffer) => void, isOver: () => boolean) => void,
  ): Promise<string> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(app.api.baseUrl);
      const socket = connect(Number(port), hostname);
      let reply = '';
      let isOver = false;
      socket.on('data', (data) => (reply += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        isOver = true;
        resolve(reply);
      });
      const all = {
        Host: 'localhost',
        Authorization: `Bearer ${caller.token}`,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${VIDEO_PATH} HTTP/1.1\r\n${lines.join('')}\r\n`);
      send(
        (data) => void socket.write(data),
        () => isOver,
      );
    });
  }
});

describe('POST /v2m/generate where private addresses are refused', () => {
  it('answers their URLs with 400', async () => {
    const app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false' });
    try {
      const ada = app.api.as(await app.caller());
      for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '2130706433', '0x7f.1']) {
        const reply = await ada.post(VIDEO_PATH, undefined, { raw: form({ video: `http://${host}/a.mp4` }) });
        expect([host, reply.status, reply.body.error]).toEqual([host, 400, 'invalid_request']);
      }
      expect(await leftovers(app)).toEqual([]);
    } finally {
      await app.stop();
    }
  });
});

/** An MP4 box without meaning, to make a file as long as wanted. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4);
  return box;
}

/** The clip with a first box that claims to be a gigabyte. */
function forgedBox(clip: Buffer): Buffer {
  const forged = Buffer.from(clip);
  forged.writeUInt32BE(0x40000000, 0);
  return forged;
}
