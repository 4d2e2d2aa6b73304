import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { endEngine } from '../../support/end-engine.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('a task whose work ends its process', () => {
  let app: TestApp;
  let ada: ApiClient;
  let picture: string;
  let large: string;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    picture = await image(1);
    const create = { width: 3_000, height: 2_500, channels: 3 as const, background: '#a06040' };
    large = (await sharp({ create }).png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());

  const relight = async (): Promise<string> => (await ada.post(RELIGHT, { image: large })).body.data.task_id;
  const video = async (): Promise<string> =>
    (await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] })).body.task_id;

  it.each([
    ['image', relight],
    ['video', video],
  ])(
    'is tried once more when it is one of the %s engine, and fails the second time',
    async (engine, make) => {
      const twice = await make();
      await endEngine(engine, 'SIGKILL');
      await endEngine(engine, 'SIGKILL');
      const task = await endedTask(ada, twice);
      expect(task).toMatchObject({ status: 'failed', error_code: 'engine_crashed', outputs: [] });
      expect(task.error_message).toContain('more than once');
      // No process of the engine is left, so the next one is that of this task.
      const once = await make();
      await endEngine(engine, 'SIGKILL');
      expect(await endedTask(ada, once)).toMatchObject({ status: 'succeeded' });
      expect((await app.api.get('/health/live')).status).toBe(200);
    },
  );

  it('fails when that process is the service, again and again', async () => {
    const dead = ['image-tasks.run', 'video-tasks.run'];
    const resting = await TestApp.start({ RUN_JOBS: 'false' });
    try {
      const caller = resting.api.as(await resting.caller());
      const posts = [
        caller.post(RELIGHT, { image: picture }),
        caller.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] }),
      ];
      const ids = (await Promise.all(posts)).map(({ body }) => body.task_id ?? body.data.task_id);
      // As processes leave jobs behind that were killed for the last time that a job may outlive.
      await rowsOf(
        resting.databaseUrl,
        `update jobs set worker = 0, lease_until = now() + interval '1 hour', started_at = now(), crashes = 2,
           failed_attempts = max_attempts - 1
         where name in ('image-tasks.run', 'video-tasks.run')`,
      );
      const working = await TestApp.join(resting);
      try {
        for (const id of ids)
          expect(await endedTask(caller, id)).toMatchObject({
            status: 'failed',
            error_code: 'engine_crashed',
          });
      } finally {
        await working.stop({ dead });
      }
    } finally {
      await resting.stop({ dead });
    }
  });
});
