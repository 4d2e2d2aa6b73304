import { DataSource } from 'typeorm';
import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';

const METRICS_TOKEN = 'metrics-token-of-24-chars';

describe('health and metrics', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start(
      { METRICS_TOKEN, RATE_LIMIT: '100', RATE_LIMIT_ANONYMOUS: '2' },
      { modules: [ProbeModule] },
    );
  });
  afterAll(() => app.stop());

  it('is live and ready, for anybody, never cached and never limited', async () => {
    for (let n = 1; n <= 5; n += 1) {
      for (const target of ['/health/live', '/health/ready']) {
        const reply = await app.api.get(target, { headers: { Authorization: 'Bearer nonsense' } });
        expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } });
        expect(reply.headers.get('cache-control')).toBe('no-store');
        expect(reply.headers.get('ratelimit')).toBeNull();
      }
    }
  });

  it('is not ready without its jobs, and ready again with them', async () => {
    const database = app.get(DataSource);
    await database.query('alter table job_queues rename to queues_away');
    const reply = await app.api.get('/health/ready');
    await database.query('alter table queues_away rename to job_queues');
    expect(reply).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(reply.body)).toEqual(['error', 'message']);
    expect(reply.body.message).toContain('job queue');
    expect(reply.headers.get('retry-after')).toBe('5');
    expect((await app.api.get('/health/ready')).status).toBe(200);
    expect((await app.api.get('/health/live')).status).toBe(200);
  });

  it('counts requests by route pattern and status, and shows queue, loop and connections', async () => {
    await app.api.get('/probe/items/1');
    await app.api.get('/probe/items/2');
    await app.api.get('/nowhere/at/all');
    const reply = await app.api.as(METRICS_TOKEN).get('/metrics');
    expect(reply.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const page = reply.bytes.toString();
    expect(page).toContain(
      'http_request_duration_seconds_count{method="GET",route="/probe/items/:id",status="200"} 2',
    );
    expect(page).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(page).toMatch(/^jobs\{name="idempotency-keys\.clean",state="waiting"\} \d/m);
    expect(page).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(page).toMatch(/^database_connections\{state="open"\} [1-9]/m);
    expect(page).not.toContain('/probe/items/1');
  });

  it('shows metrics only for the token of the setting or of an admin, on the machine itself too', async () => {
    const admin = await app.caller({ isAdmin: true });
    const user = await app.caller();
    const ask = (token?: string) => (token === undefined ? app.api : app.api.as(token)).get('/metrics');
    const refused = await ask();
    expect(refused).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(refused.body.message).toContain('METRICS_TOKEN');
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect((await ask('nonsense')).status).toBe(401);
    expect((await ask(user.token)).status).toBe(401);
    expect((await ask(admin.token)).status).toBe(200);
    expect((await ask(METRICS_TOKEN)).status).toBe(200);
    expect((await app.api.get('/metrics', { headers: { 'X-Api-Key': METRICS_TOKEN } })).status).toBe(200);
  });

  it('shows metrics without a token where the operator says so, but never what a proxy passes on', async () => {
    const open = await TestApp.start({ METRICS_OPEN: 'loopback' });
    expect((await open.api.get('/metrics')).status).toBe(200);
    for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'])
      expect((await open.api.get('/metrics', { headers: { [name]: '203.0.113.1' } })).status).toBe(401);
    await open.stop();
  });
});
