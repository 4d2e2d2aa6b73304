import { Client } from 'pg';
import { GivenRegistry, type GivenPublisher } from '../../support/given-registry.js';
import { ServiceProcess } from '../../support/service-process.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf, waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';

describe('an act of an admin on many nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  let api: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    admin = await given.admin();
    api = app.api.as(admin);
  });
  afterAll(() => app.stop());

  const team = async (...ids: string[]): Promise<GivenPublisher> => {
    const publisher = await given.publisher();
    for (const id of ids) await given.node({ publisher, id });
    return publisher;
  };
  const preview = (body: object): Promise<Reply> => api.post('/admin/bulk-acts/preview', body);
  const start = async (body: object): Promise<Reply> =>
    api.post('/admin/bulk-acts', { reason: 'test', digest: (await preview(body)).body.digest, ...body });
  const ended = async ({ body: { id } }: Reply): Promise<Reply['body']> => {
    await until(async () => (await api.get(`/admin/bulk-acts/${id}`)).body.ended_at !== null);
    return (await api.get(`/admin/bulk-acts/${id}`)).body;
  };
  const statuses = (...ids: string[]): Promise<unknown[]> =>
    Promise.all(ids.map(async (id) => (await api.get(`/admin/nodes/${id}`)).body.status));
  const idsOf = async (body: object): Promise<string[]> =>
    (await preview(body)).body.nodes.map(({ id }: { id: string }) => id);
  const audited = async (action: string, target: string): Promise<Reply['body'][]> =>
    (await api.get(`/admin/audit?action=${action}&target_id=${target}`)).body.entries;

  it('previews the nodes of a filter that the act changes, and changes nothing', async () => {
    const { id: publisher_id } = await team('Pre-one', 'pre-two', 'pre-gone', 'pre-banned');
    await api.post('/nodes/pre-banned/ban', { reason: 'test' });
    await api.delete(`/publishers/${publisher_id}/nodes/pre-gone`);
    const { status, body } = await preview({ act: 'ban', publisher_id });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        total: 2,
        nodes: [
          { id: 'Pre-one', publisher_id, status: 'NodeStatusActive', quarantined_at: null },
          { id: 'pre-two' },
        ],
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(await statuses('pre-one', 'pre-two')).toEqual(['NodeStatusActive', 'NodeStatusActive']);
    expect(await idsOf({ act: 'unban', publisher_id })).toEqual(['pre-banned']);
    expect(await idsOf({ act: 'ban', id_prefix: 'PRE-T' })).toEqual(['pre-two']);
    expect(await idsOf({ act: 'ban', node_ids: ['PRE-ONE', 'unknown'], publisher_id })).toEqual(['Pre-one']);
    expect(await idsOf({ act: 'quarantine', search: 'pre two', publisher_id })).toEqual(['pre-two']);
    expect(await idsOf({ act: 'quarantine', status: 'NodeStatusBanned', publisher_id })).toEqual([]);
    expect((await preview({ act: 'unban', publisher_id })).body.digest).not.toBe(body.digest);
  });

  it('does each act to all of them, with the reason and the admin in the audit log', async () => {
    const { id: publisher_id, owner } = await team('run-one', 'run-two');
    for (const [act, status] of [
      ['quarantine', 'NodeStatusBanned'],
      ['release', 'NodeStatusActive'],
      ['ban', 'NodeStatusBanned'],
      ['unban', 'NodeStatusActive'],
    ]) {
      const started = await start({ act, publisher_id, reason: `All by ${act}.` });
      expect(started).toMatchObject({ status: 202, body: { act, total: 2, reason: `All by ${act}.` } });
      expect(await ended(started)).toMatchObject({ total: 2, done: 2, failed: 0, failures: [] });
      expect(await statuses('run-one', 'run-two')).toEqual([status, status]);
      expect(await audited(`node.${act}`, 'run-one')).toMatchObject([
        { actor_id: admin.user.id, reason: `All by ${act}.` },
      ]);
      if (act === 'ban')
        expect((await app.api.as(owner).get('/nodes/run-two')).body.status_detail).toBe('All by ban.');
    }
    const [{ id, act, ended_at: end }] = (await api.get('/admin/bulk-acts')).body.bulk_acts;
    expect({ act, isOver: end !== null }).toEqual({ act: 'unban', isOver: true });
    expect(await audited('bulk_act.start', id)).toMatchObject([{ after: { act, nodes: 2, publisher_id } }]);
  });

  it('is refused when the nodes are not those of the preview any more', async () => {
    const publisher = await team('late-one', 'late-two');
    const wanted = { act: 'ban', publisher_id: publisher.id, reason: 'test' };
    const { digest } = (await preview(wanted)).body;
    await given.node({ publisher, id: 'late-three' });
    expect(await api.post('/admin/bulk-acts', { ...wanted, digest })).toMatchObject({
      status: 409,
      body: { error: 'nodes_changed' },
    });
    expect(await api.post('/admin/bulk-acts', { ...wanted, act: 'quarantine', digest })).toMatchObject({
      status: 409,
    });
    expect(await statuses('late-one', 'late-two')).toEqual(['NodeStatusActive', 'NodeStatusActive']);
  });

  it('refuses an act without a filter, a reason or a bound', async () => {
    for (const body of [{ act: 'ban' }, { act: 'ban', search: ' ' }, { act: 'approve', id_prefix: 'a' }])
      expect(await preview(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const body = { act: 'ban', id_prefix: 'nothing-', reason: ' ' };
    expect((await start(body)).body.message).toContain('reason');
    const { id } = await given.publisher();
    await rowsOf(
      app.databaseUrl,
      `insert into nodes (id, id_key, look_alike_key, publisher_id, name)
       select id, id, id, '${id}', id from (select 'crowd-' || n as id from generate_series(1, 1001) n) crowd`,
    );
    expect(await preview({ act: 'ban', publisher_id: id })).toMatchObject({
      status: 400,
      body: { error: 'too_many_nodes' },
    });
    const { total, nodes } = (await preview({ act: 'ban', publisher_id: id, id_prefix: 'crowd-9' })).body;
    expect({ total, shown: nodes.length }).toEqual({ total: 111, shown: 50 });
    expect((await api.get('/admin/bulk-acts/00000000-0000-7000-8000-000000000000')).status).toBe(404);
  });
});

describe('an act on many nodes of which the service dies', () => {
  let app: TestApp;
  let service: ServiceProcess;
  const IDS = ['crash-a', 'crash-b', 'crash-c', 'crash-d'];

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app);
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
  });

  it('goes on behind what was done, and leaves a node that has changed meanwhile', async () => {
    const given = new GivenRegistry(app);
    const api = app.api.as(await given.admin());
    const publisher = await given.publisher();
    for (const id of IDS) await given.node({ publisher, id });
    const wanted = { act: 'quarantine', node_ids: IDS };
    const { digest } = (await api.post('/admin/bulk-acts/preview', wanted)).body;
    const { id } = (await api.post('/admin/bulk-acts', { ...wanted, digest, reason: 'test' })).body;
    const lock = new Client({ connectionString: app.databaseUrl });
    await lock.connect();
    await lock.query(`begin; select from nodes where id = 'crash-b' for update`);
    await service.start();
    await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
    await service.kill();
    expect((await api.get(`/admin/bulk-acts/${id}`)).body).toMatchObject({ total: 4, done: 1, failed: 0 });
    await lock.query('rollback');
    await lock.end();
    await api.post('/nodes/crash-c/ban', { reason: 'By another admin.' });
    await service.start();
    await until(async () => (await api.get(`/admin/bulk-acts/${id}`)).body.ended_at !== null);
    expect((await api.get(`/admin/bulk-acts/${id}`)).body).toMatchObject({
      done: 3,
      failed: 1,
      failures: [{ node_id: 'crash-c', problem: 'It has changed since the preview.' }],
    });
    const { entries } = (await api.get('/admin/audit?action=node.quarantine')).body;
    expect(entries.map(({ target_id: target }: { target_id: string }) => target).sort()).toEqual([
      'crash-a',
      'crash-b',
      'crash-d',
    ]);
  });
});
