import { Atelier } from '@atelier/client';
import { listTasks } from '@atelier/client/api';
import { readFile } from 'node:fs/promises';
import { TestApp } from '../../support/test-app.js';
import { UnreliableProxy } from '../../support/unreliable-proxy.js';

describe('music by the client', () => {
  let app: TestApp;
  let proxy: UnreliableProxy;
  let atelier: Atelier;

  beforeAll(async () => {
    app = await TestApp.start();
    proxy = await UnreliableProxy.start(app.api.baseUrl);
  });
  beforeEach(async () => {
    const { token } = await app.caller();
    atelier = new Atelier({ url: proxy.url, token });
  });
  afterAll(async () => {
    await proxy.stop();
    await app.stop();
  });
  afterEach(() => {
    proxy.trouble = () => undefined;
    proxy.requests.length = 0;
  });

  async function all(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const received: Uint8Array[] = [];
    for await (const part of parts) received.push(part);
    return Buffer.concat(received);
  }

  it('gives the bytes of the finished file, though the connection breaks in the middle of lines', async () => {
    const places: unknown[] = [];
    proxy.trouble = ({ url = '' }) => {
      const place = /stream\?after=(-?\d+)/.exec(url)?.[1];
      if (place === undefined) return undefined;
      places.push(Number(place));
      return places.length <= 4 ? { breakAfterBytes: 30_000 } : undefined;
    };
    const submission = atelier.makeMusicFromText({ prompt: 'calm piano, rain', duration: 6 });
    const heard = await all(submission.audio());
    const task = await submission.wait();
    expect(heard.length).toBeGreaterThan(50_000);
    expect(heard.equals(await atelier.download(task))).toBe(true);
    expect(places[0]).toBe(-1);
    expect(places.length).toBeGreaterThan(2);
    const again = atelier.musicTask(task.id);
    const types: string[] = [];
    for await (const { type, seq } of again.lines()) types[seq] = type;
    expect([types[0], types.at(-1)]).toEqual(['task', 'complete']);
  });

  it('starts one task when the reply is lost, and finds it under its key', async () => {
    let losses = 0;
    proxy.trouble = ({ method }) =>
      method === 'POST' && (losses += 1) === 1 ? { breakAfterBytes: 0 } : undefined;
    const { id } = await atelier.makeMusicFromText({ prompt: 'drums', duration: 5 });
    expect(proxy.requests.filter((line) => line.startsWith('POST')).length).toBeGreaterThan(1);
    const ids: string[] = [];
    for await (const task of atelier.pages(listTasks)) ids.push(task.id);
    expect(ids).toEqual([id]);
    expect((await atelier.wait(id)).kind).toBe('music-from-text');
  });

  it('makes music for a video that is uploaded', async () => {
    const clip = await readFile('libs/media/work/src/samples/files/clip.mp4');
    const task = await atelier.makeMusicFromVideo({ video: new Blob([clip]), prompt: 'strings' }).wait();
    expect(task.outputs.map(({ content_type }) => content_type)).toContain('audio/mpeg');
    expect(proxy.requests.slice(0, 2)).toEqual(['POST /uploads', 'POST /proxy/musprov/v2m/generate']);
  });

  it('ends with the reason of its signal, also between lines that arrived together', async () => {
    const handle = await atelier.makeMusicFromText({ prompt: 'organ', duration: 6 });
    await handle.wait();
    const abort = new AbortController();
    const leaving = async () => {
      for await (const part of handle.audio({ signal: abort.signal }))
        if (part.length > 0) abort.abort(new Error('enough'));
    };
    await expect(leaving()).rejects.toThrow('enough');
  });

  it('ends with TaskFailed when the task is canceled', async () => {
    const handle = await atelier.makeMusicFromText({ prompt: 'organ', duration: 360 });
    const listening = all(handle.audio());
    const outcome = expect(listening).rejects.toMatchObject({
      ...{ name: 'TaskFailed', error_code: 'canceled', task: { status: 'canceled' } },
    });
    await handle.cancel();
    await outcome;
  });
});
