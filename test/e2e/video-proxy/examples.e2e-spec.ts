import { TestApp } from '../../support/test-app.js';
import { ended } from './video-tasks.js';

describe('the examples of the video endpoints in the API document', () => {
  let app: TestApp;
  let document: any;
  /** Of the first example. */
  let creationId: string | undefined;
  beforeAll(async () => {
    app = await TestApp.start({ VIDEO_ENGINE_CONCURRENCY: '2' });
    document = (await app.api.get('/openapi.json')).body;
  });
  afterAll(() => app.stop());

  const examplesOf = (path: string): { value: object }[] =>
    Object.values(document.paths[path].post.requestBody.content['application/json'].examples);

  it.each(['/proxy/vidprov/start-end2video', '/proxy/vidprov/reference2video'])(
    'run as they stand: %s',
    async (path) => {
      const examples = examplesOf(path);
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) {
        const reply = await app.api.post(path, value);
        expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, null]);
        const { state, creations } = (await ended(app.api, reply.body.task_id)).body;
        expect([state, creations.length]).toEqual(['success', 1]);
        creationId ??= creations[0].id;
      }
    },
  );

  it('extend a creation once its id is put in', async () => {
    for (const { value } of examplesOf('/proxy/vidprov/extend')) {
      const reply = await app.api.post('/proxy/vidprov/extend', { ...value, video_creation_id: creationId });
      expect((await ended(app.api, reply.body.task_id)).body.state).toBe('success');
    }
  });
});
