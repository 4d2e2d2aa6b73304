import sharp from 'sharp';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const ROUTE = 'GET /tasks/:id/thumbnail';

describe(ROUTE, () => {
  let app: TestApp;
  let ada: ApiClient;
  let image: string;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    const picture = sharp({ create: { width: 640, height: 320, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());

  async function relight(): Promise<string> {
    return (await ada.post('/proxy/imgprov/v1/ai/image-relight', { image })).body.data.task_id;
  }

  it('is a small picture of what the task made, for those who may see the task', async () => {
    const id = await relight();
    await endedTask(ada, id);
    const replies = await Promise.all([1, 2].map(() => ada.get(`/tasks/${id}/thumbnail`)));
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(contractProblem(ROUTE, reply)).toBeUndefined();
      expect(await sharp(reply.bytes).metadata()).toMatchObject({ format: 'webp', width: 160, height: 80 });
    }
    const tag = replies[0]?.headers.get('etag') ?? '';
    const again = await ada.get(`/tasks/${id}/thumbnail`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    const bob = app.api.as(await app.caller());
    expect(await bob.get(`/tasks/${id}/thumbnail`)).toMatchObject({
      status: 404,
      body: { error: 'task_not_found' },
    });
  });

  it('is absent where no picture was made', async () => {
    const music = new URLSearchParams({ prompt: 'rain', duration: '1' });
    const { headers } = await ada.post('/proxy/musprov/t2m/generate', undefined, { raw: music });
    const absent = await ada.get(`/tasks/${headers.get('x-task-id')}/thumbnail`);
    expect(absent).toMatchObject({ status: 404, body: { error: 'no_thumbnail' } });
  });
});
