import { TestApp } from '../../support/test-app.js';
import { image, SMALL } from './video-tasks.js';

const GENERATORS = ['start-end2video', 'reference2video'] as const;
const PROMPT_MAX = 2_000;
const PAYLOAD_MAX = 1_048_576;
/** One character, two UTF-16 units. */
const PAIR = '😀';

describe('the fields of the video endpoints', () => {
  let app: TestApp;
  let picture: string;
  beforeAll(async () => {
    // No job runs: these tests are about what is accepted.
    app = await TestApp.start({ RUN_JOBS: 'false' });
    picture = await image(1);
  });
  afterAll(() => app.stop());

  const generate = (path: string, fields: object) =>
    app.api.post(`/proxy/vidprov/${path}`, { ...SMALL, prompt: 'a', images: [picture], ...fields });
  const extend = (fields: object) =>
    app.api.post('/proxy/vidprov/extend', {
      model: 'vq2-turbo',
      video_creation_id: 'elsewhere',
      video_url: 'https://example.com/a.mp4',
      ...fields,
    });

  const accepted: [string, object][] = [
    ['prompt of 2000 characters beyond the BMP', { prompt: PAIR.repeat(PROMPT_MAX) }],
    ['payload at its limit', { payload: 'x'.repeat(PAYLOAD_MAX - 1) + PAIR }],
    ['seed at the ends of int32', { seed: -2_147_483_648 }],
    ['seed at the top', { seed: 2_147_483_647 }],
    ['priority at the ends of int32', { priority: -2_147_483_648 }],
    ['priority at the top', { priority: 2_147_483_647 }],
    ['meta_data of any JSON', { meta_data: '[1,"a",null]' }],
    ['each corner', { watermark: true, wm_position: 1 }],
    ['each corner', { watermark: true, wm_position: 4 }],
    ['style', { style: 'anime' }],
    ['aspect ratio', { aspect_ratio: '3:4' }],
    ['movement without effect', { movement_amplitude: 'large' }],
    ['null for absent', { seed: null, bgm: null, callback_url: null }],
    ['fields of other uses', { enhance: true, is_rec: true, voice_id: 'anna', audio_type: 'speech_only' }],
  ];
  it.each(accepted)('takes %s', async (_, fields) => {
    for (const path of GENERATORS) {
      const reply = await generate(path, fields);
      expect([reply.status, reply.body.state]).toEqual([200, 'created']);
    }
  });

  const refused: [string, object, string][] = [
    ['no model', { model: undefined }, 'model is required and must be one of vq3-pro'],
    ['an unknown model', { model: 'vq9' }, 'model must be one of'],
    ['a prompt of 2001 characters', { prompt: PAIR.repeat(PROMPT_MAX + 1) }, 'a string of 2001 characters'],
    ['a broken surrogate pair', { prompt: 'a\ud83d' }, 'prompt must be well-formed Unicode'],
    ['a prompt that is no string', { prompt: 5 }, 'prompt must be'],
    ['no images', { images: undefined }, 'images is required'],
    ['an empty list of images', { images: [] }, 'images must hold 1 to'],
    ['a string for images', { images: 'abc' }, 'images must be a list'],
    ['text for an image', { images: [Buffer.from('hello').toString('base64')] }, 'images entry 0 must be'],
    ['a file URL', { images: ['file:///etc/passwd'] }, 'images entry 0 must be'],
    [
      'half a character in a URL',
      { images: ['https://example.com/\ud83d'] },
      'images[0] must be well-formed',
    ],
    ['0 seconds', { duration: 0 }, 'duration must be a whole number from 1 to 16'],
    ['17 seconds', { duration: 17 }, 'duration must be'],
    ['half a second', { duration: 1.5 }, 'duration must be'],
    ['a duration as text', { duration: '5' }, 'duration must be a whole number from 1 to 16, not a string'],
    ['9 seconds of vq2', { duration: 9 }, 'vq2-turbo offers (1 to 8 s at 360p, 540p, 720p, 1080p), not 9 s'],
    ['2K of vq2', { resolution: '2K' }, 'vq2-turbo offers (1 to 8 s at 360p'],
    ['an unknown resolution', { resolution: '480p' }, 'resolution must be one of'],
    ['11 s of vq2-pro-fast', { model: 'vq2-pro-fast', duration: 11, resolution: '720p' }, '1 to 10 s'],
    ['360p of vq2-pro-fast', { model: 'vq2-pro-fast' }, 'offers (1 to 10 s at 720p, 1080p)'],
    ['360p of vq3-pro', { model: 'vq3-pro' }, 'offers (1 to 16 s at 540p, 720p, 1080p, 2K)'],
    ['4 s of vq1', { model: 'vq1', duration: 4, resolution: '1080p' }, 'offers (5 s at 1080p)'],
    ['8 s of v2.0 at 360p', { model: 'v2.0', duration: 8 }, '4 s at 360p, 720p, 1080p; 8 s at 720p'],
    ['another aspect ratio', { aspect_ratio: '21:9' }, 'aspect_ratio must be one of'],
    ['a seed beyond int32', { seed: 2_147_483_648 }, 'seed must be'],
    ['a seed below int32', { seed: -2_147_483_649 }, 'seed must be'],
    ['a priority beyond int32', { priority: 2_147_483_648 }, 'priority must be'],
    ['another style', { style: 'oil' }, 'style must be one of general, anime'],
    ['another amplitude', { movement_amplitude: 'huge' }, 'movement_amplitude must be'],
    ['another audio type', { audio_type: 'none' }, 'audio_type must be one of'],
    ['a boolean as text', { audio: 'true' }, 'audio must be true or false'],
    ['a boolean as number', { bgm: 1 }, 'bgm must be true or false'],
    ['meta_data that is no JSON', { meta_data: '{a:1}' }, 'meta_data must be a string of JSON'],
    ['meta_data as an object', { meta_data: { a: 1 } }, 'meta_data must be a string of JSON'],
    ['a payload beyond its limit', { payload: 'x'.repeat(PAYLOAD_MAX) + PAIR }, 'payload must be'],
    ['position 0', { wm_position: 0 }, 'wm_position must be a whole number from 1 to 4'],
    ['position 5', { wm_position: 5 }, 'wm_position must be'],
    ['a watermark that is no URL', { wm_url: 'abc' }, 'wm_url must be an absolute'],
    ['a callback that is no URL', { callback_url: 'ftp://example.com' }, 'callback_url must be'],
    ['a callback with a password', { callback_url: 'https://a:b@example.com/' }, 'callback_url must be'],
  ];
  it.each(refused)('refuses %s', async (_, fields, message) => {
    for (const path of GENERATORS) {
      const reply = await generate(path, fields);
      expect(reply.body).toEqual({ error: 'invalid_request', message: expect.stringContaining(message) });
      expect(reply.status).toBe(400);
    }
  });

  it.each([
    ['start-end2video', [1, 2], [0, 3, 8]],
    ['reference2video', [1, 2, 3, 7], [0, 8]],
  ] as const)('lets %s have %j images, not %j', async (path, good, bad) => {
    const send = (count: number) => generate(path, { images: Array<string>(count).fill(picture) });
    for (const count of good) expect((await send(count)).status).toBe(200);
    for (const count of bad) expect([count, (await send(count)).status]).toEqual([count, 400]);
  });

  it('asks for a prompt where only reference images say what is to be seen', async () => {
    expect((await generate('start-end2video', { prompt: undefined })).status).toBe(200);
    for (const prompt of [undefined, null, ''])
      expect((await generate('reference2video', { prompt })).body.message).toContain('prompt');
  });

  it('names unknown fields and ignores them', async () => {
    const reply = await generate('start-end2video', { durations: 5 });
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, 'durations']);
  });

  it('gives each model its default length and size', async () => {
    const expected: [string, number, string, number][] = [
      ['vq3-pro', 5, '720p', 150],
      ['vq2-pro-fast', 5, '720p', 16],
      ['vq2-pro', 5, '720p', 55],
      ['vq2-turbo', 5, '720p', 40],
      ['vq1', 5, '1080p', 80],
      ['vq1-classic', 5, '1080p', 80],
      ['v2.0', 4, '360p', 20],
    ];
    for (const [model, duration, resolution, credits] of expected) {
      const reply = await generate('start-end2video', { model, duration: undefined, resolution: undefined });
      expect(reply.body).toMatchObject({ model, duration, resolution, credits });
    }
  });

  it.each([
    ['the defaults', {}, { duration: 5, resolution: '720p', credits: 35 }],
    ['the bounds', { duration: 7, resolution: '1080p', model: 'vq2-pro' }, { duration: 7, credits: 150 }],
    ['an end image', { duration: 1, resolution: '540p', images: null }, { images: [] }],
    ['a payload', { payload: 'p', prompt: PAIR.repeat(PROMPT_MAX) }, { payload: 'p' }],
  ])('extends by %s', async (_, fields, expected) => {
    const reply = await extend(fields);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      state: 'created',
      created_at: expect.stringContaining('T'),
      video_creation_id: 'elsewhere',
      video_url: 'https://example.com/a.mp4',
      ...expected,
    });
    expect(reply.headers.get('x-credits-used')).toBe(String(reply.body.credits));
  });

  it.each([
    ['no model', { model: undefined }, 'model is required'],
    ['a model that cannot extend', { model: 'vq3-pro' }, 'model must be one of vq2-pro, vq2-turbo'],
    ['0 seconds', { duration: 0 }, 'duration must be a whole number from 1 to 7'],
    ['8 seconds', { duration: 8 }, 'duration must be'],
    ['360p', { resolution: '360p' }, 'resolution must be one of 540p, 720p, 1080p'],
    ['2001 characters', { prompt: 'x'.repeat(PROMPT_MAX + 1) }, 'prompt must be'],
    ['a payload beyond its limit', { payload: 'x'.repeat(PAYLOAD_MAX + 1) }, 'payload must be'],
    ['no source', { video_creation_id: undefined, video_url: undefined }, 'must be given together'],
    [
      'only a URL',
      { video_creation_id: undefined },
      'video_creation_id and video_url must be given together',
    ],
    ['only an id', { video_url: undefined }, 'must be given together'],
    ['an empty id', { video_creation_id: '' }, 'video_creation_id must be'],
    ['a URL that is none', { video_url: 'a.mp4' }, 'video_url must be an absolute'],
  ])('refuses to extend with %s', async (_, fields, message) => {
    const reply = await extend(fields);
    expect(reply.body).toEqual({ error: 'invalid_request', message: expect.stringContaining(message) });
    expect(reply.status).toBe(400);
  });

  it('takes one end image at most', async () => {
    expect((await extend({ images: [picture] })).body.images).toHaveLength(1);
    expect((await extend({ images: [picture, picture] })).body.message).toContain('images must hold 0 to 1');
  });

  it('takes bodies of up to 64 MB and no other content type', async () => {
    const large = { ...SMALL, images: [picture], filler: 'x'.repeat(65 * 1024 * 1024) };
    const reply = await app.api.post('/proxy/vidprov/start-end2video', large).catch((error: Error) => error);
    // The connection may be closed before the whole body was sent.
    if (!(reply instanceof Error)) expect([reply.status, reply.body.error]).toEqual([413, 'body_too_large']);
    const form = await app.api.post('/proxy/vidprov/extend', undefined, {
      raw: 'a=b',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
  });
});

describe('URLs in video requests', () => {
  let app: TestApp;
  let picture: string;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false', ALLOW_PRIVATE_NETWORKS: 'false' });
    picture = await image(1);
  });
  afterAll(() => app.stop());

  it.each(['http://127.0.0.1/a', 'http://[::1]/a', 'http://2130706433/a', 'http://169.254.169.254/a'])(
    'may not lead to %s',
    async (url) => {
      const body = { ...SMALL, images: [picture] };
      const replies = await Promise.all([
        app.api.post('/proxy/vidprov/start-end2video', { ...body, images: [picture, url] }),
        app.api.post('/proxy/vidprov/start-end2video', { ...body, callback_url: url }),
        app.api.post('/proxy/vidprov/start-end2video', { ...body, watermark: true, wm_url: url }),
        app.api.post('/proxy/vidprov/extend', { model: 'vq2-pro', video_creation_id: 'a', video_url: url }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
      for (const [index, field] of ['images[1]', 'callback_url', 'wm_url', 'video_url'].entries())
        expect(replies[index]?.body.message).toContain(`${field} must be a URL whose host is on the public`);
    },
  );
});
