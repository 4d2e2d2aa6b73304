import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { MeasureStorageJob } from '../../../libs/operations/src/jobs/measure-storage.job.js';
import { SumTasksJob } from '../../../libs/operations/src/jobs/sum-tasks.job.js';
import { StorageSettings } from '../../../libs/platform/storage/src/storage.settings.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';

const HOUR_MS = 3_600_000;

describe('GET /admin/overview', () => {
  let app: TestApp;
  let admin: ApiClient;
  let caller: Caller;

  beforeAll(async () => {
    app = await TestApp.start({
      RUN_JOBS: 'false',
      VENDORS_FILE: vendorsFile([
        { name: 'trial', area: 'image', base_url: 'https://vendor.example', keys: ['key'] },
      ]),
      DISK_RESERVE_MB: '1',
      DASHBOARD_URL: 'https://grafana.example/d/atelier',
      LOGS_URL: 'https://logs.example/?q={id}',
    });
    admin = app.api.as(await app.caller({ isAdmin: true }));
    caller = await app.caller();
  });
  afterAll(() => app.stop());

  const query = (sql: string, values: unknown[] = []): Promise<any> => app.get(DataSource).query(sql, values);
  const overview = async (): Promise<any> => {
    const { status, body } = await admin.get('/admin/overview');
    expect(status).toBe(200);
    return body;
  };
  const problemsOf = async (kind: string): Promise<any[]> =>
    (await overview()).problems.filter((problem: any) => problem.kind === kind);
  const addTask = async (
    status: string,
    { error = null, ago = 0, waited = 1_000 }: { error?: string | null; ago?: number; waited?: number } = {},
  ): Promise<string> => {
    const created = new Date(Date.now() - ago);
    const id = uuidv7({ msecs: created.getTime() });
    await query(
      `insert into tasks (id, kind, status, user_id, request, provider, credits, estimated_seconds, error_code, created_at, started_at)
       values ($1, 'image-relight', $2, $3, '{}', 'local', 10, 1, $4, $5, $6)`,
      [id, status, caller.user.id, error, created, new Date(created.getTime() + waited)],
    );
    return id;
  };

  it('names nothing when nothing is wrong, and the links that are set', async () => {
    const { problems, waiting, hours, days, links } = await overview();
    expect(problems).toEqual([]);
    expect(waiting).toEqual({ reviews: 0, reports: 0, uncertain_tasks: 0, dead_jobs: 0, problems: 0 });
    expect(hours).toHaveLength(24);
    expect(days).toHaveLength(7);
    expect(links).toEqual({
      dashboard: 'https://grafana.example/d/atelier',
      logs: 'https://logs.example/?q={id}',
    });
  });

  it('tells of an uncertain task until it is resolved', async () => {
    const id = await addTask('uncertain');
    const { problems, waiting } = await overview();
    expect(problems).toMatchObject([
      { kind: 'tasks_uncertain', severity: 'warning', subject: id, count: 1, since: expect.any(String) },
    ]);
    expect(waiting).toMatchObject({ uncertain_tasks: 1, problems: 1 });
    await query(`update tasks set status = 'failed' where id = $1`, [id]);
    expect(await problemsOf('tasks_uncertain')).toEqual([]);
  });

  it('tells of dead jobs until they are retried, and of paused queues and late jobs', async () => {
    const [{ name }] = await query('select name from job_queues order by name limit 1');
    await admin.post(`/admin/queues/${name}/pause`, { reason: 'A trial' });
    expect(await problemsOf('queue_paused')).toMatchObject([{ subject: name, severity: 'warning' }]);
    await admin.post(`/admin/queues/${name}/resume`, { reason: 'A trial' });
    expect(await problemsOf('queue_paused')).toEqual([]);
    await query(
      `insert into jobs (id, name, payload, priority, turn, run_at, max_attempts, dead_at, told_at)
       values ($1, $2, '{}', 0, 0, now(), 1, now(), now())`,
      [uuidv7(), name],
    );
    expect(await problemsOf('jobs_dead')).toMatchObject([{ subject: name, count: 1 }]);
    expect((await overview()).waiting.dead_jobs).toBe(1);
    await admin.post(`/admin/queues/${name}/retry`, { state: 'dead' });
    expect(await problemsOf('jobs_dead')).toEqual([]);
    await query(`update jobs set run_at = now() - interval '10 minutes' where name = $1`, [name]);
    expect(await problemsOf('jobs_late')).toMatchObject([{ subject: name, severity: 'warning' }]);
    await query(`update jobs set run_at = now() - interval '1 hour' where name = $1`, [name]);
    expect(await problemsOf('jobs_late')).toMatchObject([{ subject: name, severity: 'critical' }]);
    await query('delete from jobs where name = $1', [name]);
    expect(await problemsOf('jobs_late')).toEqual([]);
  });

  it('tells of a vendor that is down before what is less bad, and of one that is drained', async () => {
    const id = await addTask('uncertain');
    await query(`insert into vendor_circuits (process_id, vendor, state) values ($1, 'trial', 'open')`, [
      uuidv7(),
    ]);
    expect((await overview()).problems).toMatchObject([
      { kind: 'vendor_down', severity: 'critical', subject: 'trial' },
      { kind: 'tasks_uncertain' },
    ]);
    await query('delete from vendor_circuits');
    await query('delete from tasks where id = $1', [id]);
    expect((await overview()).problems).toEqual([]);
    const drain = (draining: boolean) => admin.put('/admin/vendors/trial', { draining, reason: 'A trial' });
    await drain(true);
    expect(await problemsOf('vendor_drained')).toMatchObject([{ severity: 'notice', subject: 'trial' }]);
    await drain(false);
    expect(await problemsOf('vendor_drained')).toEqual([]);
  });

  it('tells of an endpoint that does not receive its events, and of its owner', async () => {
    await query(
      `insert into webhook_endpoints (id, user_id, url, secret, failing_since) values ($1, $2, 'https://shop.example/hook', '\\x00', now())`,
      [uuidv7(), caller.user.id],
    );
    const [{ severity, detail, user_id: owner }] = await problemsOf('webhook_endpoint');
    expect([severity, detail, owner]).toEqual(['warning', 'https://shop.example/hook', caller.user.id]);
    await query('delete from webhook_endpoints');
    expect(await problemsOf('webhook_endpoint')).toEqual([]);
  });

  it('tells of callbacks that were not delivered', async () => {
    const taskId = await addTask('failed');
    await query(
      `insert into webhook_deliveries (id, chain_id, seq, task_id, url, body, status) values ($1, $2, 0, $2, 'https://a.example', '', 'failed')`,
      [uuidv7(), taskId],
    );
    expect(await problemsOf('webhook_deliveries')).toMatchObject([
      { severity: 'notice', subject: taskId, count: 1 },
    ]);
    await query('delete from webhook_deliveries');
    expect(await problemsOf('webhook_deliveries')).toEqual([]);
  });

  it('tells when the disk is nearly full, and when it will be', async () => {
    const settings = app.get(StorageSettings) as { reserveMb: number | undefined };
    settings.reserveMb = 1_000_000_000;
    expect(await problemsOf('disk')).toMatchObject([{ severity: 'critical', count: 0, until: null }]);
    settings.reserveMb = 1;
    expect(await problemsOf('disk')).toEqual([]);
    await app.get(MeasureStorageJob).run();
    const [{ free_bytes: free }] = await query('select free_bytes::float8 as free_bytes from disk_readings');
    // As much as is free now was used within ten hours.
    await query(`insert into disk_readings values (now() - interval '10 hours', $1)`, [Math.round(free * 2)]);
    const [{ severity, until }] = await problemsOf('disk');
    expect(severity).toBe('warning');
    const hoursLeft = (Date.parse(until) - Date.now()) / HOUR_MS;
    expect(hoursLeft).toBeGreaterThan(8);
    expect(hoursLeft).toBeLessThan(12);
    await query('delete from disk_readings');
    expect(await problemsOf('disk')).toEqual([]);
  });

  it('tells that the ledger did not balance until it does', async () => {
    await query(`insert into ledger_checks (name, differences, credits) values ('holds', 2, 30)`);
    expect(await problemsOf('ledger')).toMatchObject([{ severity: 'critical', count: 2 }]);
    expect((await admin.get('/admin/ledger/check')).body.balanced).toBe(true);
    const { ledger_checked_at: at } = await overview();
    expect(Date.parse(at)).toBeGreaterThan(Date.now() - HOUR_MS);
    expect(await problemsOf('ledger')).toEqual([]);
  });

  it('tells of reports by their age', async () => {
    const id = uuidv7({ msecs: Date.now() - 4 * 24 * HOUR_MS });
    const publisherId = `p${Date.now()}`;
    await query(`insert into publishers (id, name) values ($1, $1)`, [publisherId]);
    await query(
      `insert into node_reports (id, publisher_id, reporter_id, reason, details) values ($1, $2, $3, 'spam', '')`,
      [id, publisherId, caller.user.id],
    );
    expect(await problemsOf('reports')).toMatchObject([{ severity: 'warning', count: 1 }]);
    await admin.post(`/admin/reports/${id}/resolve`, { verdict: 'dismissed', answer: 'It is none.' });
    expect((await overview()).waiting.reports).toBe(0);
  });

  it('sums tasks by hour and day, without failures that are the caller’s', async () => {
    await query('delete from tasks');
    await addTask('succeeded', { waited: 1_000 });
    await addTask('succeeded', { waited: 1_000 });
    await addTask('failed', { error: 'upstream_error', waited: 60_000 });
    await addTask('failed', { error: 'rejected_content' });
    await addTask('succeeded', { ago: 2 * HOUR_MS });
    await app.get(SumTasksJob).run();
    const { hours, days } = await overview();
    expect(hours.at(-1)).toMatchObject({ tasks: 4, failed: 1, credits: 20 });
    expect(hours.at(-3)).toMatchObject({ tasks: 1, failed: 0, credits: 10 });
    const { wait_p50_ms: median, wait_p95_ms: high } = hours.at(-1);
    expect(median).toBeGreaterThan(850);
    expect(median).toBeLessThan(1_150);
    expect(high).toBeGreaterThan(50_000);
    const sum = days.reduce((total: number, { tasks }: any) => total + tasks, 0);
    expect(sum).toBe(5);
    await app.get(SumTasksJob).run();
    expect((await overview()).hours).toEqual(hours);
  });

  it('lists what runs, and warns of processes of several versions', async () => {
    const [own, ...others] = (await overview()).processes;
    expect([own, others]).toEqual([
      { role: 'api', version: expect.stringMatching(/^\d+\.\d+/), count: 1 },
      [],
    ]);
    const id = uuidv7();
    await query(`insert into processes (id, role, version) values ($1, 'worker', '9.9.9')`, [id]);
    expect(await problemsOf('versions_differ')).toMatchObject([
      { severity: 'warning', count: 2, detail: `${own.version}, 9.9.9` },
    ]);
    await query(`update processes set seen_at = now() - interval '1 minute' where id = $1`, [id]);
    const { processes, problems } = await overview();
    expect([processes, problems]).toEqual([[own], []]);
  });

  it('tells of the last backup, and warns once it is a week old', async () => {
    expect((await overview()).last_backup).toBeNull();
    await query(`insert into backups values (now() - interval '8 days', true)`);
    expect(await problemsOf('backup_old')).toMatchObject([
      { severity: 'warning', since: expect.any(String) },
    ]);
    await query('insert into backups values (now(), false)');
    const { last_backup: last, problems } = await overview();
    expect([last.has_files, problems]).toEqual([false, []]);
  });

  it('says which part cannot be read, and shows the rest', async () => {
    await query('alter table node_reports rename to node_reports_away');
    const { problems, hours } = await overview();
    await query('alter table node_reports_away rename to node_reports');
    expect(problems).toMatchObject([{ kind: 'unknown', severity: 'warning', subject: 'reports' }]);
    expect(hours).toHaveLength(24);
  });
});
