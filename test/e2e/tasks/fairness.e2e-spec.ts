import sharp from 'sharp';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { FakeVideoVendor } from '../video-proxy/fake-video-vendor.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const MANY = 1_000;
/** Orders of one process at once. */
const PLACES = 8;

describe('tasks that a vendor does', () => {
  let vendor: FakeVideoVendor;
  let app: TestApp;
  let image: string;

  beforeAll(async () => {
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    const png = await picture.png().toBuffer();
    image = png.toString('base64');
    vendor = await FakeVideoVendor.serving(png, png);
    vendor.state = 'processing';
    app = await TestApp.start({ RUN_JOBS: 'false', ...vendorSettings() });
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  const vendorSettings = () => ({ VIDPROV_BASE_URL: vendor.url, VIDPROV_API_KEY: 'vendor-key' });
  const submit = (api: ApiClient, prompt: string): Promise<Reply> =>
    api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [image], prompt });
  const orders = (): string[] => vendor.callsTo('/start-end2video').map(({ body }) => body.prompt as string);

  it('take the turns that their callers’ weights say', async () => {
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const [heavy, plain] = [await app.caller(), await app.caller()];
    const target = `/admin/users/${heavy.user.id}`;
    expect(await admin.put(target, { queueWeight: 11 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('queueWeight must be a number from 0.1 to 10') },
    });
    const changed = await admin.put(target, { queueWeight: 3, reason: 'pays for three' });
    expect(changed).toMatchObject({ status: 200, body: { queueWeight: 3 } });
    const log = await admin.get(`/admin/audit?target_id=${heavy.user.id}`);
    expect(log.body.entries).toMatchObject([
      { before: { queueWeight: 1 }, after: { queueWeight: 3 }, reason: 'pays for three' },
    ]);
    const names = new Map<string, string>();
    for (const [caller, name, count] of [
      [heavy, 'heavy', 6],
      [plain, 'plain', 3],
    ] as const)
      for (let index = 0; index < count; index += 1)
        names.set((await submit(app.api.as(caller), name)).body.task_id, name);
    const waiting = await admin.get('/admin/queues/video-tasks.follow/jobs?state=waiting');
    const inTurn = waiting.body.jobs.map(({ payload }: any) => names.get(payload.taskId));
    expect(inTurn.join(' ')).toBe('heavy heavy plain heavy heavy heavy plain heavy plain');
  });

  it('of one caller are ordered next when another has a thousand that wait', async () => {
    const [many, one] = [app.api.as(await app.caller()), app.api.as(await app.caller())];
    for (let first = 0; first < MANY; first += 50) {
      const replies = Array.from({ length: 50 }, (_, index) => submit(many, `many ${first + index}`));
      for (const reply of replies) expect((await reply).status).toBe(200);
    }
    await submit(one, 'one');
    const worker = await TestApp.join(app, vendorSettings());
    await until(() => orders().includes('one'));
    await worker.stop({ waiting: ['video-tasks.follow'] });
    const before = orders().slice(0, orders().indexOf('one'));
    expect(before.filter((prompt) => prompt.startsWith('many')).length).toBeLessThan(PLACES);
  });
});
