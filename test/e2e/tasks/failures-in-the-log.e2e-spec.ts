import { endedTask } from '../../support/ended-task.js';
import { endEngine } from '../../support/end-engine.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

const PROMPT = 'a lighthouse called pRoMpT-4711';

describe('the log about tasks that fail', () => {
  let app: TestApp;
  let vendor: FakeVendor;
  let ada: ApiClient;
  let lines: string[] = [];
  let atStart: string[] = [];
  beforeAll(async () => {
    vendor = await FakeVendor.start(() => ({ status: 400, json: { message: `I do not draw ${PROMPT}` } }));
    app = await TestApp.start(
      {
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        IMGPROV_BASE_URL: vendor.url,
        IMGPROV_API_KEY: 'vendor-key-0123456789',
        IMGPROV_POLL_SECONDS: '0',
      },
      { logTo: { write: (line) => void lines.push(line) } },
    );
    atStart = lines;
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => {
    lines = [];
  });

  const linesOf = (message: string): Record<string, any>[] =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

  /** The one line about the failure of the task, which may be written a moment after its status. */
  async function failure(taskId: string): Promise<Record<string, any>> {
    expect((await endedTask(ada, taskId)).status).toBe('failed');
    await until(() => linesOf('A task failed').length > 0);
    const told = linesOf('A task failed');
    expect(told).toHaveLength(1);
    return told[0]!;
  }

  it('begins with how far the processes of engines are kept', () => {
    const told = atStart
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith('Processes of engines: '));
    expect(told).toHaveLength(1);
    expect(told[0].sandbox).toMatch(/^(own-files|no-network|no-privileges|none)$/);
    expect(told[0].level).toBe(told[0].sandbox === 'own-files' ? 'info' : 'warn');
  });

  it('has one line with what is known, and nothing that the caller or a vendor said', async () => {
    const submitted = await ada.post('/proxy/imgprov/v1/ai/image-relight', {
      image: await image(1),
      prompt: PROMPT,
    });
    const taskId = submitted.body.data.task_id;
    expect(await failure(taskId)).toMatchObject({
      level: 'warn',
      taskId,
      kind: 'image-relight',
      provider: 'upstream',
      code: 'rejected_content',
      reason: 'The provider refused this content.',
      attempt: 1,
    });
    expect((await endedTask(ada, taskId)).error_message).toContain('I do not draw');
    expect(lines.join('')).not.toContain('pRoMpT');
  });

  it('says how a process ended that crashed, for which task, and why the task failed', async () => {
    const { body } = await ada.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      duration: 4,
      prompt: PROMPT,
      images: [await image(1)],
    });
    await endEngine('video', 'SIGSEGV');
    expect(await failure(body.task_id)).toMatchObject({
      kind: 'video-start-end',
      provider: 'local',
      code: 'engine_crashed',
      err: { message: expect.any(String), cause: { message: expect.stringContaining('SIGSEGV') } },
    });
    expect(linesOf('An engine process ended unexpectedly')).toEqual([
      expect.objectContaining({
        level: 'warn',
        taskId: body.task_id,
        program: 'video',
        end: 'crashed',
        signal: 'SIGSEGV',
        exitCode: null,
        stderr: expect.any(String),
      }),
    ]);
    expect(lines.join('')).not.toContain('pRoMpT');
  });
});
