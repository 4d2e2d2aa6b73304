import { ProviderCalls } from '#libs/media/providers';
import { endedTask } from '../../support/ended-task.js';
import { drain, makeAllDue } from '../../support/jobs.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { image } from '../video-proxy/video-tasks.js';

describe('the only vendor, when its account is empty', () => {
  let vendor: any;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;
  let body: object;

  beforeEach(async () => {
    vendor = await startStrictVendor('vidu', 'vidu');
    const stated = { name: 'only', adapter: 'vidu', base_url: `${vendor.url}/ent/v2`, keys: ['key-1'] };
    app = await TestApp.start({ VENDORS_FILE: vendorsFile([{ ...stated, poll_seconds: 0, attempts: 1 }]) });
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
    body = { model: 'vq2-turbo', images: [await image(1)], duration: 2, resolution: '540p' };
    vendor.next = [{ on: 'order', act: 'refuse', refusal: 'balance' }];
  });
  afterEach(async () => {
    await app.stop();
    await vendor.stop();
  });

  const start = async (): Promise<string> =>
    (await ada.post('/proxy/vidprov/start-end2video', body)).body.task_id;
  const asked = (): number => vendor.callsOf('img2video').length;

  it('fails the task that it refuses, and is not asked for the next, which waits until it pays', async () => {
    expect(await endedTask(ada, await start())).toMatchObject({
      status: 'failed',
      error_code: 'upstream_error',
      error_message: 'The provider could not do the work.',
    });
    const id = await start();
    await drain(app);
    await makeAllDue(app);
    await drain(app);
    expect([asked(), (await ada.get(`/tasks/${id}`)).body.status]).toEqual([1, 'processing']);
    await app.get(ProviderCalls).store();
    const [{ circuit, keys }] = (await admin.get('/admin/vendors')).body.vendors.filter(
      ({ name }: { name: string }) => name === 'only',
    );
    expect([circuit, keys]).toEqual(['open', [{ rests_until: expect.any(String), rests_in: 1 }]]);
    expect((await admin.post('/admin/vendors/only/test')).body).toMatchObject({
      message: 'Every key is accepted.',
    });
    await makeAllDue(app);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect([asked(), vendor.orders.length]).toEqual([2, 1]);
  });

  it('is asked again when an admin says so', async () => {
    await endedTask(ada, await start());
    expect((await admin.post('/admin/vendors/only/retry')).body).toMatchObject({
      circuit: 'closed',
      keys: [{ rests_until: null, rests_in: 0 }],
    });
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
  });
});
