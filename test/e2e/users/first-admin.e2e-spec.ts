import pg from 'pg';
import { FirstAdmin } from '#libs/accounts/users';
import { ServiceProcess } from '../../support/service-process.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const OLD = 'old-admin-token-of-the-operator';
const NEW = 'new-admin-token:any!text(at)all';

describe('the first admin', () => {
  let app: TestApp;
  let restarted: TestApp[] = [];

  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(async () => {
    for (const other of restarted) await other.stop();
    restarted = [];
    await app.stop();
  });

  /** A process that starts on the same database with these settings. */
  async function restart(settings: Record<string, string>): Promise<{ api: ApiClient; printed?: string }> {
    const other = await TestApp.start({ DATABASE_URL: app.databaseUrl, ...settings });
    restarted.push(other);
    const printed = (await other.get(FirstAdmin).ensure()).token;
    return { api: other.api, ...(printed === undefined ? {} : { printed }) };
  }

  it('gets a token that is told once, and administers with it', async () => {
    const { token = '' } = await app.get(FirstAdmin).ensure();
    expect(await app.get(FirstAdmin).ensure()).toEqual({});
    expect((await app.api.as(token).get('/users')).body).toMatchObject({ isAdmin: true, isApproved: true });
    const { users } = (await app.api.as(token).get('/admin/users')).body;
    expect(users).toHaveLength(1);
  });

  it.each([undefined, OLD])(
    'signs in at the console once, within a day, with ADMIN_TOKEN %s',
    async (token) => {
      const settings: Record<string, string> = token === undefined ? {} : { ADMIN_TOKEN: token };
      const other = await TestApp.start({ DATABASE_URL: app.databaseUrl, ...settings });
      restarted.push(other);
      const { code: invitation } = await other.get(FirstAdmin).ensure();
      const signIn = () => app.api.post('/session', { invitation });
      const [first, second] = [await signIn(), await signIn()];
      expect(first).toMatchObject({ status: 201, body: { isAdmin: true } });
      expect(second.body.error).toBe('invitation_used');
      expect(await other.get(FirstAdmin).ensure()).toEqual({});
    },
  );

  it('comes too late to the link after a day', async () => {
    const { code: invitation } = await app.get(FirstAdmin).ensure();
    app.passTime(24 * 60 * 60 * 1_000);
    expect((await app.api.post('/session', { invitation })).body.error).toBe('invitation_expired');
  });

  it('is made once however many processes start together', async () => {
    const others = await Promise.all([1, 2, 3].map(() => restart({})));
    const tokens = others.flatMap(({ printed }) => printed ?? []);
    expect(tokens).toHaveLength(1);
    expect((await app.api.as(tokens[0] ?? '').get('/admin/users')).body.total).toBe(1);
  });

  it('takes ADMIN_TOKEN, the same one again, and in several processes at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => restart({ ADMIN_TOKEN: OLD })));
    expect(others.map(({ printed }) => printed)).toEqual([undefined, undefined, undefined]);
    const admins = (await app.api.as(OLD).get('/admin/users')).body;
    expect(admins).toMatchObject({ total: 1, users: [{ isAdmin: true }] });
  });

  it('ends the old ADMIN_TOKEN and what it made when the setting changes, and keeps the admin', async () => {
    await restart({ ADMIN_TOKEN: OLD });
    const before = (await app.api.as(OLD).get('/users')).body.id;
    const made = (await app.api.as(OLD).post('/users/tokens', { name: 'made by the old one' })).body.token;
    const later = await restart({ ADMIN_TOKEN: NEW });
    for (const token of [OLD, made]) expect((await later.api.as(token).get('/users')).status).toBe(401);
    expect((await later.api.as(NEW).get('/users')).body).toMatchObject({ id: before, isAdmin: true });
  });

  it('ends the token that was made at the first start when ADMIN_TOKEN is set later, and no other', async () => {
    const { token: printed = '' } = await app.get(FirstAdmin).ensure();
    const another = await app.get(FirstAdmin).issueAnother();
    const before = (await app.api.as(printed).get('/users')).body.id;
    const later = await restart({ ADMIN_TOKEN: NEW });
    expect((await later.api.as(printed).get('/users')).status).toBe(401);
    for (const token of [NEW, another])
      expect((await later.api.as(token).get('/users')).body).toMatchObject({ id: before, isAdmin: true });
  });

  it('does not bring a revoked ADMIN_TOKEN back to life', async () => {
    await restart({ ADMIN_TOKEN: OLD });
    const [token] = (await app.api.as(OLD).get('/users/tokens')).body;
    expect((await app.api.as(OLD).delete(`/users/tokens/${token.id}`)).status).toBe(204);
    const later = await restart({ ADMIN_TOKEN: OLD });
    expect(later.printed).toBeUndefined();
    expect((await later.api.as(OLD).get('/users')).status).toBe(401);
  });

  it('keeps its token when ADMIN_TOKEN is taken out of the settings', async () => {
    await restart({ ADMIN_TOKEN: OLD });
    const later = await restart({});
    expect(later.printed).toBeUndefined();
    expect((await later.api.as(OLD).get('/users')).body).toMatchObject({ isAdmin: true });
  });

  it('has the ADMIN_TOKEN before the service takes requests', async () => {
    const service = await ServiceProcess.beside(app);
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('begin; lock table "users" in share row exclusive mode');
      const started = service.start();
      await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
      await expect(service.api.get('/health/live')).rejects.toThrow();
      await client.query('commit');
      await started;
      expect((await service.api.get('/users')).body).toMatchObject({ isAdmin: true });
    } finally {
      await client.end();
      await service.kill();
    }
  });
});
