import { GivenRegistry } from '../../support/given-registry.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

/** Nothing that a person sees. */
const BLANKS = [' ', '\t\n \r\n', '\u00A0\u3000', '\u200B\u2060\uFEFF', ' \u202E \u00AD'];
/** Short and strange, but to be seen. */
const SEEN = ['x', ' . ', '\u200B雨', '👩‍🚀'];

describe('required texts', () => {
  let app: TestApp;
  let ada: ApiClient;
  let team: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    const publisher = await new GivenRegistry(app).publisher();
    team = publisher.id;
    ada = app.api.as(publisher.owner);
  });
  afterAll(() => app.stop());

  const video = { model: 'vq2-turbo', duration: 1, images: ['https://example.com/a.png'] };
  const calls: [target: string, field: string, send: (text: string) => object][] = [
    ['/proxy/vidprov/reference2video', 'prompt', (prompt) => ({ ...video, prompt })],
    [
      '/proxy/vidprov/extend',
      'video_creation_id',
      (text) => ({ model: 'vq2-turbo', video_url: 'https://example.com/a.mp4', video_creation_id: text }),
    ],
    ['/users/tokens', 'name', (name) => ({ name, scopes: ['media'] })],
    ['/publishers/TEAM/tokens', 'name', (name) => ({ name, scopes: ['registry:write'] })],
    ['/publishers', 'name', (name) => ({ id: 'blank-team', name })],
    ['/uploads', 'file_name', (name) => ({ file_name: name })],
    ['/bulk/nodes/versions', 'node_versions[0].node_id', (id) => bulk({ node_id: id, version: '1.0.0' })],
    ['/bulk/nodes/versions', 'node_versions[0].version', (text) => bulk({ node_id: 'a', version: text })],
  ];

  it.each(calls)('POST %s refuses a blank %s', async (target, field, send) => {
    for (const blank of ['', ...BLANKS]) {
      const reply = await ada.post(target.replace('TEAM', team), send(blank));
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(reply.body.message).toContain(`${field} must`);
    }
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  });

  it.each(SEEN)('may be %j', async (text) => {
    const started = await ada.post('/proxy/vidprov/reference2video', { ...video, prompt: text });
    expect([started.status, started.body.prompt]).toEqual([200, text]);
    const token = await ada.post('/users/tokens', { name: text, scopes: ['media'] });
    expect([token.status, token.body.name]).toEqual([201, text]);
  });

  it('do not bind optional ones, which may be blank', async () => {
    const started = await ada.post('/proxy/vidprov/start-end2video', { ...video, prompt: ' ' });
    expect(started.status).toBe(200);
    const described = await ada.put(`/publishers/${team}`, { description: ' ' });
    expect([described.status, described.body.description]).toEqual([200, ' ']);
  });
});

function bulk(wanted: object): object {
  return { node_versions: [wanted] };
}
