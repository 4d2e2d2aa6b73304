import { getConstructionPlans } from 'pg-boss';
import type { QueryRunner } from 'typeorm';
import { queueSchemaOf } from '../queue-schema.js';
import { rowsOfRunner } from '../schema/rows-of-runner.js';

/** What we add to the tables of the job library: leases, which say what process runs which job, and indexes of our look-ups. */
const OURS = `
  create table if not exists jobs.lease (
    job_id uuid primary key,
    job_name text not null,
    attempt integer not null,
    worker_id integer,
    expires_at timestamptz not null,
    crashes integer not null default 0
  );
  create table if not exists jobs.paused_queue (
    name text primary key,
    paused_at timestamptz not null default now()
  );
  create index if not exists idx_lease_held on jobs.lease (job_name, job_id) where worker_id is not null;
  create index if not exists idx_job_retry_key on jobs.job_common (name, singleton_key) where state = 'retry';
  create index if not exists idx_job_share_turn on jobs.job_common (name, split_part(singleton_key, ' ', 1), priority)
    where state <= 'active' and position(' ' in singleton_key) > 0;
  create index if not exists idx_job_served_turn on jobs.job_common (name, priority)
    where state = 'active' and position(' ' in singleton_key) > 0;
  create index if not exists idx_job_failed on jobs.job_common (name, created_on, id)
    where state = 'retry' and started_on is not null;
  create index if not exists idx_job_dead on jobs.job_common (source_name, created_on, id) where name = 'jobs.dead'`;

/** Makes the tables of the queue, or what a database from before the baseline lacks of them. */
export async function createJobTables(runner: QueryRunner): Promise<void> {
  const schema = queueSchemaOf(runner);
  const [found] = await rowsOfRunner<{ isThere: boolean }>(
    runner,
    'select to_regclass($1) is not null as "isThere"',
    [`${schema}.job`],
  );
  if (!found?.isThere) {
    const plans = getConstructionPlans(schema, { createSchema: !(await runner.hasSchema(schema)) });
    // The plan brings a transaction of its own; here it is part of the transaction of the migration.
    await runner.query(plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''));
  }
  await runner.query(OURS);
}
