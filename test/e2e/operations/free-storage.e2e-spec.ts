import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { filesBelow } from '../../support/files-below.js';
import { drain } from '../../support/jobs.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('POST /admin/storage/free', () => {
  let app: TestApp;
  let admin: ApiClient;
  let ada: Caller;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await app.caller({ isAdmin: true }));
    ada = await app.caller();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = sharp({ create: { width: 160, height: 160, channels: 3, background: '#fff', noise } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());

  const files = async (): Promise<string[]> => (await filesBelow(app.dataDir)).sort();
  const relit = async (caller: Caller): Promise<any> => {
    const api = app.api.as(caller);
    const { body } = await api.post(RELIGHT, { image });
    return endedTask(api, body.data.task_id);
  };
  const free = (body: object): Promise<Reply> => admin.post('/admin/storage/free', body);
  const soon = (): string => new Date(Date.now() + 1_000).toISOString();

  it('counts what old results take, whose they are, and then removes just these', async () => {
    const bea = await app.caller();
    const earlier = await files();
    const old = [await relit(ada), await relit(ada), await relit(bea)];
    const before = await files();
    const endedBefore = new Date().toISOString();
    const recent = await relit(ada);

    const asked = { what: 'results', ended_before: endedBefore };
    const preview = await free({ ...asked, dry_run: true });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ tasks: 3, files: before.length - earlier.length, user_count: 2 });
    const [most, other] = preview.body.users;
    expect(most).toMatchObject({ user_id: ada.user.id, user_name: ada.user.name, tasks: 2 });
    expect(other).toMatchObject({ user_id: bea.user.id, tasks: 1 });
    expect(most.bytes + other.bytes).toBe(preview.body.bytes);
    expect(preview.body.bytes).toBeGreaterThan(3 * 10_000);
    await drain(app);
    expect(await files()).toEqual(expect.arrayContaining(before));

    const done = await free({ ...asked, reason: 'The disk is nearly full' });
    expect(done.body).toEqual(preview.body);
    await drain(app);
    const left = await files();
    expect(left.filter((file) => before.includes(file) && !earlier.includes(file))).toEqual([]);
    expect(left).toHaveLength(earlier.length + 2);

    const api = app.api.as(ada);
    expect((await app.api.get(recent.outputs[0].url)).status).toBe(200);
    expect(await app.api.get(old[0].outputs[0].url)).toMatchObject({
      status: 410,
      body: { error: 'asset_gone' },
    });
    expect(await api.get(`${RELIGHT}/${old[0].id}`)).toMatchObject({
      status: 410,
      body: { error: 'task_expired' },
    });
    expect((await api.get(`/tasks/${old[0].id}`)).body).toMatchObject({
      status: 'succeeded',
      credits: old[0].credits,
      expired_at: expect.any(String),
      expires_at: expect.any(String),
      outputs: [],
    });
    expect((await admin.get('/admin/ledger/check')).body.balanced).toBe(true);
    expect((await free({ ...asked, dry_run: true })).body).toMatchObject({ tasks: 0, files: 0, bytes: 0 });

    const { entries } = (await admin.get('/admin/audit?target_kind=storage')).body;
    expect(entries).toMatchObject([
      {
        action: 'storage.free',
        target_id: 'results',
        reason: 'The disk is nearly full',
        after: { tasks: 3, files: preview.body.files, bytes: preview.body.bytes, ended_before: endedBefore },
      },
    ]);
  });

  it('removes the results of one user only', async () => {
    const bea = await app.caller();
    const [of, ofAda] = [await relit(bea), await relit(ada)];
    const done = await free({ what: 'results', ended_before: soon(), user_id: bea.user.id });
    expect(done.body).toMatchObject({ tasks: 1, users: [{ user_id: bea.user.id }] });
    await drain(app);
    expect((await app.api.as(bea).get(`/tasks/${of.id}`)).body.expired_at).toEqual(expect.any(String));
    expect((await app.api.get(ofAda.outputs[0].url)).status).toBe(200);
  });

  it.each([
    [{ what: 'results' }, 'ended_before must be sent'],
    [{ what: 'pictures', ended_before: '2026-01-01T00:00:00Z' }, 'must not be sent'],
    [{ what: 'ledger' }, 'what must be'],
  ])('refuses %j', async (body, message) => {
    const reply = await free(body);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(message);
  });
});
