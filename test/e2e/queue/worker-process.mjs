/**
 * A separate process that runs jobs, for tests and measurements that kill it. It uses the built code. Each run of a job is a
 * row of `crash_runs`, written when the run starts and marked when it ends. The parent sends over the message channel how many
 * jobs to add; the process sends `ready` once it runs jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { ConfigModule, Environment } from '#libs/platform/config';
import { DatabaseModule, NO_TRANSACTION } from '#libs/platform/database';
import { done, JobHandler, JobQueue, QueueModule } from '#libs/platform/queue';

const { DATABASE_URL, JOB_MS = '0', CONCURRENCY = '4' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
pool.on('error', () => undefined);

class CrashJob {
  async run({ job }, { signal }) {
    const { rows } = await pool.query('insert into crash_runs (job, pid) values ($1, $2) returning id', [
      job,
      process.pid,
    ]);
    await sleep(Number(JOB_MS), undefined, { signal });
    await pool.query('update crash_runs set ended_at = clock_timestamp() where id = $1', [rows[0].id]);
    return done();
  }
}
JobHandler({ name: 'test.crash', maxAttempts: 2, concurrency: Number(CONCURRENCY) })(CrashJob);

class WorkerModule {}

const env = new Environment({
  DATABASE_URL,
  DATABASE_POOL_SIZE: '3',
  SHUTDOWN_GRACE_SECONDS: process.env.SHUTDOWN_GRACE_SECONDS,
});
const app = await NestFactory.createApplicationContext(
  {
    module: WorkerModule,
    imports: [ConfigModule.with(env), DatabaseModule, QueueModule],
    providers: [CrashJob],
  },
  { logger: ['error'] },
);
app.enableShutdownHooks();
process.on('message', ({ enqueue }) => {
  const entries = Array.from({ length: enqueue }, (_, job) => ({ payload: { job } }));
  void app.get(JobQueue).enqueueMany(NO_TRANSACTION, CrashJob, entries);
});
process.send('ready');
