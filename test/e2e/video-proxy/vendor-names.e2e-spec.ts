import { endedTask } from '../../support/ended-task.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { image } from './video-tasks.js';

describe('a model by its vendor’s own name', () => {
  let first: any;
  let second: any;
  let app: TestApp;
  let ada: ApiClient;
  let body: object;

  beforeAll(async () => {
    first = await startStrictVendor('vidu', 'vidu');
    second = await startStrictVendor('vidu', 'vidu');
    const stated = (name: string, priority: number, { url }: any) => ({
      ...{ name, priority, adapter: 'vidu', base_url: `${url}/ent/v2`, keys: ['key-1'] },
      ...{ poll_seconds: 0, attempts: 1 },
    });
    const vendors = [
      { ...stated('first', 0, first), models: { 'vq2-turbo': 'viduq3-turbo' } },
      stated('second', 1, second),
    ];
    app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors) });
    ada = app.api.as(await app.caller());
    body = { images: [await image(1)], prompt: 'a ball rolls', duration: 2, resolution: '540p' };
  });
  afterAll(async () => {
    await app.stop();
    await first.stop();
    await second.stop();
  });
  beforeEach(() => {
    first.reset();
    second.reset();
  });

  const start = (model: string): Promise<Reply> =>
    ada.post('/proxy/vidprov/start-end2video', { ...body, model });
  const ordered = (): unknown[] =>
    [first, second].map(({ orders }) => orders.map(({ request }: any) => request.model));

  it('is understood as ours, and made by a vendor that has it', async () => {
    const reply = await start('viduq2-turbo');
    expect(reply).toMatchObject({ status: 200, body: { model: 'vq2-turbo' } });
    const task = await endedTask(ada, reply.body.task_id);
    expect(task).toMatchObject({ status: 'succeeded', request: { model: 'vq2-turbo' } });
    expect(JSON.stringify(task)).not.toContain('viduq2-turbo');
    expect(ordered()).toEqual([[], ['viduq2-turbo']]);
  });

  it('is that of the vendors file, where it states one', async () => {
    await endedTask(ada, (await start('viduq3-turbo')).body.task_id);
    await endedTask(ada, (await start('vq2-turbo')).body.task_id);
    expect(ordered()).toEqual([['viduq3-turbo', 'viduq3-turbo'], []]);
  });

  it('does not go to a vendor that calls another one so', async () => {
    second.next = [{ on: 'order', act: 'refuse', refusal: 'model' }];
    expect(await endedTask(ada, (await start('viduq2-turbo')).body.task_id)).toMatchObject({
      status: 'failed',
      error_code: 'upstream_error',
    });
    expect(ordered()).toEqual([[], []]);
  });

  it('costs and is limited as ours', async () => {
    const quote = async (model: string, fields: object = {}) =>
      ada.post('/quotes', { kind: 'video-start-end', body: { ...body, ...fields, model } });
    const [its, ours] = [await quote('viduq2-turbo'), await quote('vq2-turbo')];
    expect([its.status, its.body.credits]).toEqual([200, ours.body.credits]);
    const tooLong = await quote('viduq2-turbo', { duration: 16 });
    expect(tooLong.body.message).toContain('must be what vq2-turbo offers');
  });

  it('is refused, with the list of our models, if no vendor claims it', async () => {
    const offered = 'vq3-pro, vq2-pro-fast, vq2-pro, vq2-turbo, vq1, vq1-classic, v2.0';
    for (const name of ['viduq9', 'constructor', ''])
      expect(await start(name)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(`model must be one of ${offered}`) },
      });
    const { status, body: problem } = await ada.post('/proxy/vidprov/extend', { model: 'viduq1' });
    expect([status, problem.message]).toEqual([
      400,
      'model must be one of vq2-pro, vq2-turbo, not a string of 6 characters.',
    ]);
  });
});
