import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endedTask } from '../../support/ended-task.js';
import { hasPooler, Pooler } from '../../support/pooler.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

if (!hasPooler) console.warn('SKIPPED: the service behind PgBouncer, which is not installed.');
(hasPooler ? describe : describe.skip)('behind PgBouncer with its defaults', () => {
  let folder: string;
  let url: string;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pooled-'));
    const database = await createTestDatabase();
    url = database.url;
    ends.push(database.drop);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  async function pooler(mode: 'session' | 'transaction'): Promise<string> {
    const started = await Pooler.start(url, mode);
    ends.push(() => started.stop());
    return started.url;
  }

  async function makesPictures(settings: Record<string, string>): Promise<void> {
    const own = { DATA_DIR: folder, ADMIN_TOKEN, ...settings };
    const service = await ServiceProcess.at(own, ADMIN_TOKEN);
    ends.push(() => service.kill());
    await service.start();
    const tasks = await Promise.all(
      Array.from({ length: 8 }, () => service.api.post(RELIGHT, { image: TINY_PNG })),
    );
    for (const { body } of tasks)
      expect(await endedTask(service.api, body.data.task_id)).toMatchObject({ status: 'succeeded' });
    expect(await service.stop()).toBe(0);
  }

  it('the service works in session mode', async () => {
    await makesPictures({ DATABASE_URL: await pooler('session') });
  });

  it('it refuses transaction mode in a line, also when the pooler has served others before', async () => {
    const pooled = await pooler('transaction');
    for (let start = 0; start < 2; start += 1) {
      const program = Program.start('api', { DATA_DIR: folder, DATABASE_URL: pooled });
      expect(await program.end()).toBe(1);
      expect(program.errors).toMatch(/^DATABASE_URL leads to a pooler [^\n]* DATABASE_DIRECT_URL [^\n]*\n$/);
      await Promise.all([1, 2, 3].map(() => rowsOf(pooled, 'select pg_sleep(0.1)')));
    }
  });

  it('it works in transaction mode when DATABASE_DIRECT_URL leads to the server', async () => {
    await makesPictures({ DATABASE_URL: await pooler('transaction'), DATABASE_DIRECT_URL: url });
  });
});
