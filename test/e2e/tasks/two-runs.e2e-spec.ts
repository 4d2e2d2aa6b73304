import sharp from 'sharp';
import { TaskFailure, TaskRunner, type TaskWorkContext, type TaskWorkResult } from '#libs/media/work';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { filesBelow } from '../../support/files-below.js';

const PNG = 'image/png';

/** Work that is frozen until the test lets it end. */
class FrozenWork {
  readonly begun = Promise.withResolvers<TaskWorkContext>();
  private readonly end = Promise.withResolvers<TaskWorkResult>();
  readonly over: Promise<unknown>;

  constructor(runner: TaskRunner, taskId: string) {
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'test' };
    this.over = runner.run(taskId, run, async (_task, context) => {
      this.begun.resolve(context);
      return this.end.promise;
    });
    this.over.catch(() => undefined);
  }

  async succeed(content: string): Promise<void> {
    const files = [{ role: 'image', content: Buffer.from(content), contentType: PNG }];
    this.end.resolve({ kind: 'succeeded', files });
    await this.over;
  }

  async fail(): Promise<void> {
    this.end.reject(new TaskFailure('test_failure', 'It went wrong.'));
    await this.over;
  }
}

describe('a worker that was taken for dead', () => {
  let app: TestApp;
  let ada: ApiClient;
  let runner: TaskRunner;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    ada = app.api.as(await app.caller());
    runner = app.get(TaskRunner);
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());

  /** A task with a first run that is frozen in the middle, and a second one that has taken it over. */
  async function takenOver(): Promise<{ id: string; late: FrozenWork; next: FrozenWork }> {
    const id: string = (await ada.post('/proxy/imgprov/v1/ai/image-relight', { image })).body.data.task_id;
    const late = new FrozenWork(runner, id);
    await late.begun.promise;
    const next = new FrozenWork(runner, id);
    await next.begun.promise;
    return { id, late, next };
  }

  async function outputOf(id: string): Promise<{ status: string; files: string[]; statuses: string[] }> {
    const { body } = await ada.get(`/tasks/${id}`);
    const files: string[] = [];
    for (const { url } of body.outputs) {
      const reply = await ada.get(new URL(url).pathname + new URL(url).search);
      files.push(`${reply.status} ${reply.bytes}`);
    }
    const events = (await ada.get(`/tasks/${id}/events`)).bytes.toString();
    const statuses = [...events.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status ?? '');
    return { status: body.status, files, statuses };
  }

  const won = {
    status: 'succeeded',
    files: ['200 of the next'],
    statuses: ['created', 'processing', 'succeeded'],
  };

  it('takes nothing away from the one that has ended its task, and leaves no file', async () => {
    const { id, late, next } = await takenOver();
    await next.succeed('of the next');
    const before = await filesBelow(app.dataDir);
    await late.succeed('of the late one');
    expect(await outputOf(id)).toEqual(won);
    expect(await filesBelow(app.dataDir)).toEqual(before);
  });

  it.each(['succeed', 'fail'] as const)('does not end the task that another works on: %s', async (how) => {
    const { id, late, next } = await takenOver();
    await late[how]('of the late one');
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'processing', outputs: [] });
    await next.succeed('of the next');
    expect(await outputOf(id)).toEqual(won);
  });

  it('does not tell how far it is', async () => {
    const { id, late, next } = await takenOver();
    const [ofLate, ofNext] = await Promise.all([late.begun.promise, next.begun.promise]);
    ofLate.reportProgress(80);
    ofNext.reportProgress(20);
    let progress = 0;
    while (progress === 0) progress = (await ada.get(`/tasks/${id}`)).body.progress;
    expect(progress).toBe(20);
    await next.succeed('of the next');
  });
});
