import path from 'node:path';
import { Client } from 'pg';
import { NewerVersion } from '../../support/newer-version.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { ApiClient } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const [FIRST, SECOND] = ['1893456000000', '1893456000001'];

describe('bringing the schema up to date', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let newer: NewerVersion | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await newer?.remove();
    await database.drop();
  });

  const migrate = (root?: string): Program =>
    Program.start('migrate', { DATABASE_URL: database.url }, [], root);

  it('writes a line for each migration, and has nothing to do the second time', async () => {
    newer = await NewerVersion.with([
      { number: FIRST, up: ['alter table tasks add column mood text'] },
      { number: SECOND, fields: { needs: FIRST }, up: ['select 1'] },
    ]);
    const first = migrate(newer.root);
    expect(await first.end()).toBe(0);
    expect(first.errors).toMatch(
      new RegExp(
        String.raw`^The schema is behind by 2 migrations
Migration 1 of 2, Future${FIRST}, took \d+ ms
Migration 2 of 2, Future${SECOND}, took \d+ ms
The schema is up to date: 2 migrations in \d+ ms
$`,
      ),
    );
    const again = migrate(newer.root);
    expect([await again.end(), again.errors]).toEqual([0, '']);
    expect(again.output).toBe('The schema is up to date: nothing to do.\n');
    expect(
      await rowsOf(database.url, 'select needs from migrations where "timestamp" >= $1 order by 1', [FIRST]),
    ).toEqual([{ needs: '0' }, { needs: FIRST }]);
  });

  it('waits for a lock for a moment only, says who has it, and tries again', async () => {
    newer = await NewerVersion.with([{ number: FIRST, up: ['alter table tasks add column mood text'] }]);
    const reader = new Client({ connectionString: database.url, application_name: 'a-long-report' });
    await reader.connect();
    await reader.query('begin; select count(*) from tasks');
    const program = migrate(newer.root);
    await until(() => program.errors.includes('did not get a lock (process'));
    expect(program.errors).toMatch(
      /did not get a lock \(process \d+ \(a-long-report\), \d+ s old\); it tries again\n/,
    );
    await reader.query('commit');
    await reader.end();
    expect(await program.end()).toBe(0);
    expect(program.errors).toMatch(/^Migration 1 of 1, /m);
  });

  it('runs a migration outside a transaction where it says so', async () => {
    newer = await NewerVersion.with([
      {
        number: FIRST,
        fields: { transaction: false },
        up: [
          'drop index concurrently if exists ix_mood',
          'create index concurrently ix_mood on tasks (kind)',
        ],
      },
    ]);
    expect(await migrate(newer.root).end()).toBe(0);
    expect(
      await rowsOf(database.url, `select indisvalid from pg_index where indexrelid = 'ix_mood'::regclass`),
    ).toEqual([{ indisvalid: true }]);
  });

  it('answers monitors meanwhile: live, and not ready; and says what a long one does', async () => {
    newer = await NewerVersion.with([{ number: FIRST, up: ['select pg_sleep(12)'] }]);
    const { api } = await ServiceProcess.at({});
    const service = Program.start(
      'api',
      {
        DATABASE_URL: database.url,
        DATA_DIR: path.join(newer.root, 'data'),
        ADMIN_TOKEN,
        PORT: new URL(api.baseUrl).port,
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
      },
      [],
      newer.root,
    );
    const watcher = new ApiClient(api.baseUrl);
    await until(() =>
      watcher.get('/health/live').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    for (const target of ['/health/ready', '/nodes']) {
      const reply = await watcher.get(target);
      expect(reply).toMatchObject({
        status: 503,
        body: {
          error: 'unavailable',
          message: 'The service is starting: it is updating the schema of its database.',
        },
      });
      expect(reply.headers.get('retry-after')).toBe('5');
    }
    await service.untilSaid(/Migration Future\d+ has run for 1\d s: it waits for Timeout PgSleep/);
    await service.untilSaid(/"Atelier is ready"/);
    expect((await watcher.get('/health/ready')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
