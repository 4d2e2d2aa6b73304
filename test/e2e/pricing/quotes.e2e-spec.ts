import { TestApp } from '../../support/test-app.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

describe('POST /quotes', () => {
  let app: TestApp;
  let picture: string;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    picture = await image(1);
  });
  afterAll(() => app.stop());

  const quote = (body: object) => app.api.post('/quotes', body);

  it('prices a request exactly as the endpoint charges it, and starts nothing', async () => {
    const ada = app.api.as(await app.caller());
    const requests: [string, object][] = [
      ['/proxy/vidprov/start-end2video', { ...SMALL, duration: 4, is_rec: true, images: [picture] }],
      ['/proxy/vidprov/reference2video', { model: 'vq1', prompt: 'a', off_peak: true, images: [picture] }],
      [
        '/proxy/vidprov/extend',
        { model: 'vq2-pro', video_creation_id: 'a', video_url: 'https://example.com/a.mp4' },
      ],
      ['/proxy/imgprov/v1/ai/image-relight', { image: picture }],
      ['/proxy/imgprov/v1/ai/image-style-transfer', { image: picture, reference_image: picture }],
      ['/proxy/imgprov/v1/ai/skin-enhancer/faithful', { image: picture }],
      ['/proxy/imgprov/v1/ai/skin-enhancer/creative', { image: picture }],
      ['/proxy/imgprov/v1/ai/skin-enhancer/flexible', { image: picture }],
    ];
    for (const [endpoint, body] of requests) {
      const quoted = await ada.post('/quotes', { endpoint, body });
      expect([endpoint, quoted.status]).toEqual([endpoint, 200]);
      expect((await ada.get('/tasks')).body.tasks).toHaveLength(
        requests.findIndex(([path]) => path === endpoint),
      );
      const started = await ada.post(endpoint, body);
      expect(quoted.body).toEqual({
        id: expect.any(String),
        expires_at: expect.any(String),
        kind: expect.any(String),
        credits: Number(started.headers.get('x-credits-used')),
        estimated_duration_seconds: Number(started.headers.get('x-estimated-duration-seconds')),
        price_table_version: '2026-11-26',
      });
      const [task] = (await ada.get('/tasks')).body.tasks;
      expect([task.kind, task.credits]).toEqual([quoted.body.kind, quoted.body.credits]);
    }
  });

  it('takes the kind instead of the endpoint', async () => {
    const reply = await quote({ kind: 'video-start-end', body: { ...SMALL, images: [picture] } });
    expect(reply.body).toMatchObject({ kind: 'video-start-end', credits: 10 });
  });

  it.each([
    ['neither endpoint nor kind', { body: {} }, 'endpoint or kind must be given'],
    ['both', { endpoint: '/proxy/vidprov/extend', kind: 'video-extend', body: {} }, 'and not both'],
    ['an unknown endpoint', { endpoint: '/nodes', body: {} }, '/proxy/vidprov/extend'],
    ['an unknown kind', { kind: 'sculpture', body: {} }, 'kind must name'],
    ['no body', { kind: 'video-extend' }, 'body is required and must be an object'],
    ['a wrong body', { kind: 'video-start-end', body: { model: 'vq9' } }, 'model must be one of'],
    [
      'a size that the model does not offer',
      { kind: 'video-start-end', body: { model: 'vq1', duration: 4, images: ['http://example.com/a'] } },
      'vq1 offers (5 s at 1080p)',
    ],
    ['no source', { kind: 'video-extend', body: { model: 'vq2-pro' } }, 'must be given together'],
  ])('refuses %s', async (_, body, message) => {
    const reply = await quote(body);
    expect(reply.body).toEqual({ error: 'invalid_request', message: expect.stringContaining(message) });
    expect(reply.status).toBe(400);
  });
});
