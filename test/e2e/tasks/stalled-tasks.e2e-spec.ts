import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { engineProcesses } from '../../support/engine-processes.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('a task whose process gets no processor time', () => {
  let app: TestApp;
  let ada: ApiClient;
  let picture: string;
  let large: string;

  beforeAll(async () => {
    app = await TestApp.start({ ENGINE_STALL_SECONDS: '2' });
    ada = app.api.as(await app.caller());
    picture = await image(1);
    const create = { width: 3_000, height: 2_500, channels: 3 as const, background: '#a06040' };
    large = (await sharp({ create }).png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());

  const relight = async (): Promise<string> => (await ada.post(RELIGHT, { image: large })).body.data.task_id;
  const video = async (): Promise<string> =>
    (await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] })).body.task_id;

  /** Stops the engine's process where it is, and waits until the service has given it up. */
  async function stall(engine: string): Promise<void> {
    let pids: number[] = [];
    await until(() => (pids = engineProcesses(engine)).length > 0);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await until(() => !engineProcesses(engine).some((pid) => pids.includes(pid)));
  }

  it.each([
    ['image', relight],
    ['video', video],
  ])(
    'is done by another process of the %s engine, and fails when that gets none either',
    async (engine, make) => {
      const twice = await make();
      await stall(engine);
      await stall(engine);
      const task = await endedTask(ada, twice);
      expect(task).toMatchObject({ status: 'failed', error_code: 'timed_out', outputs: [] });
      expect(task.error_message).toContain('more than once');
      // No process of the engine is left, so the next one is that of this task.
      const once = await make();
      await stall(engine);
      expect(await endedTask(ada, once)).toMatchObject({ status: 'succeeded', error_code: null });
    },
  );
});
