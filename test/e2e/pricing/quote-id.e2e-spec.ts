import { PublicAddress } from '#libs/platform/http';
import { type Reply, TestApp } from '../../support/test-app.js';
import { form, TEXT_PATH, VIDEO_PATH } from '../music-proxy/music-calls.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const VIDEO = '/proxy/vidprov/start-end2video';
const MINUTE_MS = 60_000;

describe('Quote-Id', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
  });
  afterAll(() => app.stop());

  const withQuote = ({ body }: Reply) => ({ headers: { 'Quote-Id': body.id } });
  const video = { ...SMALL, images: [TINY_PNG] };

  it('is good for ten minutes, as often as it is sent', async () => {
    const ada = app.api.as(await app.caller());
    const before = Date.now();
    const quoted = await ada.post('/quotes', { endpoint: RELIGHT, body: { image: TINY_PNG } });
    const lastsMs = Date.parse(quoted.body.expires_at) - before;
    expect(Math.round(lastsMs / MINUTE_MS)).toBe(10);
    for (let time = 0; time < 2; time += 1) {
      const started = await ada.post(RELIGHT, { image: TINY_PNG }, withQuote(quoted));
      expect([started.status, started.headers.get('x-credits-used')]).toEqual([200, '22']);
    }
  });

  it('is for the user who asked with a token, and for all when nobody did', async () => {
    const [ada, bob] = [app.api.as(await app.caller()), app.api.as(await app.caller())];
    const own = await ada.post('/quotes', { endpoint: VIDEO, body: video });
    const open = await app.api.post('/quotes', { endpoint: VIDEO, body: video });
    expect((await bob.post(VIDEO, video, withQuote(own))).body).toEqual({
      error: 'quote_mismatch',
      message: 'The quote was issued to another caller.',
    });
    expect((await app.api.post(VIDEO, video, withQuote(own))).status).toBe(409);
    for (const caller of [ada, bob, app.api])
      expect((await caller.post(VIDEO, video, withQuote(open))).status).toBe(200);
  });

  it('is refused for a request with another price, and for no other difference', async () => {
    const quoted = await app.api.post('/quotes', { endpoint: VIDEO, body: video });
    const start = (changes: object, path = VIDEO) =>
      app.api.post(path, { ...video, ...changes }, withQuote(quoted));
    expect((await start({ prompt: 'another', seed: 3, duration: 1 })).status).toBe(200);
    const refusals = [
      [await start({ duration: 2 }), 'The quote is for duration 1, the request for duration 2.'],
      [
        await start({ model: 'vq2-pro', resolution: '720p', is_rec: true, off_peak: true }),
        'The quote is for model vq2-turbo, resolution 360p, is_rec false, off_peak false, the request for model vq2-pro, resolution 720p, is_rec true, off_peak true.',
      ],
      [
        await start({ prompt: 'a' }, '/proxy/vidprov/reference2video'),
        'The quote is for kind video-start-end, the request for kind video-reference.',
      ],
    ] as const;
    for (const [reply, message] of refusals)
      expect([reply.status, reply.body]).toEqual([409, { error: 'quote_mismatch', message }]);
  });

  it.each([
    ['a text of somebody', 'eyJjcmVkaXRzIjowfQ.AAAA'],
    ['no signature', 'eyJjcmVkaXRzIjowfQ'],
    ['a blank one', ' '],
  ])('is refused where it is none of ours: %s', async (_, id) => {
    const reply = await app.api.post(VIDEO, video, { headers: { 'Quote-Id': id } });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_quote']);
  });

  it('is refused when its price was changed', async () => {
    const { body } = await app.api.post('/quotes', { endpoint: VIDEO, body: video });
    const [content, signature] = body.id.split('.');
    const facts = JSON.parse(Buffer.from(content, 'base64url').toString());
    const cheap = Buffer.from(JSON.stringify({ ...facts, credits: 0 })).toString('base64url');
    const reply = await app.api.post(VIDEO, video, { headers: { 'Quote-Id': `${cheap}.${signature}` } });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_quote']);
  });

  it('is taken by music too, before anything is stored', async () => {
    const ada = app.api.as(await app.caller());
    const quoted = await ada.post('/quotes', {
      endpoint: TEXT_PATH,
      body: { prompt: 'a waltz', duration: 10 },
    });
    const longer = await ada.post(TEXT_PATH, undefined, {
      raw: form({ prompt: 'a waltz', duration: '12' }),
      ...withQuote(quoted),
    });
    expect(longer.body.message).toBe('The quote is for duration 10, the request for duration 12.');
    const silent = await ada.post(VIDEO_PATH, undefined, {
      raw: form({ video: `${app.get(PublicAddress).url}/samples/clip.mp4` }),
      ...withQuote(quoted),
    });
    expect(silent.body.message).toContain('kind music-from-text');
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  });

  it('is refused once it has expired', async () => {
    const ada = app.api.as(await app.caller());
    const quoted = await ada.post('/quotes', { endpoint: RELIGHT, body: { image: TINY_PNG } });
    app.passTime(9 * MINUTE_MS);
    expect((await ada.post(RELIGHT, { image: TINY_PNG }, withQuote(quoted))).status).toBe(200);
    app.passTime(2 * MINUTE_MS);
    const reply = await ada.post(RELIGHT, { image: TINY_PNG }, withQuote(quoted));
    expect([reply.status, reply.body.error]).toEqual([409, 'quote_expired']);
  });
});
