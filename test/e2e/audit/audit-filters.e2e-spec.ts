import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

describe('GET /admin/audit', () => {
  let app: TestApp;
  let first: Caller;
  let second: Caller;
  let admin: ApiClient;
  /** The entries in the order in which they came about, each with its moment. */
  let entries: { id: string; action: string; created_at: string }[];

  beforeAll(async () => {
    app = await TestApp.start();
    first = await app.caller({ isAdmin: true });
    second = await app.caller({ isAdmin: true });
    admin = app.api.as(first);
    const user = await app.caller();
    const target = `/admin/users/${user.user.id}`;
    await app.api.as(first).put(target, { name: 'Grace', reason: 'typo' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await app.api.as(second).put(target, { isSuspended: true, reason: 'spam' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await app.api.as(second).post('/admin/queues/image-tasks.run/pause', { reason: 'later' });
    await app.api.as(second).post('/admin/queues/image-tasks.run/resume');
    entries = (await admin.get('/admin/audit')).body.entries.reverse();
  });
  afterAll(() => app.stop());

  const listed = async (query: string): Promise<string[]> =>
    (await admin.get(`/admin/audit?${query}`)).body.entries.map(({ id }: { id: string }) => id).reverse();
  const idsOf = (...at: number[]): string[] => at.map((index) => entries[index]?.id ?? '');

  it('shows what changed', () => {
    expect(entries).toMatchObject([
      { action: 'user.update', reason: 'typo', after: { name: 'Grace' } },
      { action: 'user.update', reason: 'spam', after: { isSuspended: true } },
      { action: 'queue.pause', before: { paused: false }, after: { paused: true } },
      { action: 'queue.resume', before: { paused: true }, after: { paused: false } },
    ]);
  });

  it('filters by actor, action and target', async () => {
    expect(await listed(`actor_id=${first.user.id}`)).toEqual(idsOf(0));
    expect(await listed('action=user.update')).toEqual(idsOf(0, 1));
    expect(await listed(`action=user.update&actor_id=${second.user.id}`)).toEqual(idsOf(1));
    expect(await listed('target_kind=queue&target_id=image-tasks.run')).toEqual(idsOf(2, 3));
  });

  it('filters by time: from that moment, until before it', async () => {
    const moment = encodeURIComponent(entries[1]?.created_at ?? '');
    expect(await listed(`from=${moment}`)).toEqual(idsOf(1, 2, 3));
    expect(await listed(`until=${moment}`)).toEqual(idsOf(0));
    expect(await listed(`from=${moment}&until=${moment}`)).toEqual([]);
    expect(await listed(`until=${moment}&limit=1&from=1960-01-01`)).toEqual(idsOf(0));
    const reply = await admin.get('/admin/audit?from=yesterday');
    expect(reply.body.message).toContain('from must be an ISO 8601 date-time');
  });

  it('finds an entry by its own time, when clock and id were read at different moments', async () => {
    app.passTime(60_000);
    await app.api.as(second).put(`/admin/users/${second.user.id}`, { name: 'Grace', reason: 'typo' });
    const [{ id, created_at }] = (await admin.get('/admin/audit?limit=1')).body.entries;
    expect(await listed(`from=${encodeURIComponent(created_at)}`)).toEqual([id]);
  });

  it('lists the actions that there are', async () => {
    const { body } = await admin.get('/admin/audit/actions');
    expect(body.actions).toEqual(['queue.pause', 'queue.resume', 'user.update']);
  });
});
