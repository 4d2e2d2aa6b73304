import { getConstructionPlans } from 'pg-boss';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { queueSchemaOf } from '../queue-schema.js';

/**
 * The tables of the job library (schema `jobs`), the leases that tell which process runs which job, and an index for
 * the look-up of waiting jobs by key. A new version of the library that changes its tables needs a migration of its
 * own with `getMigrationPlans`.
 */
export class Jobs1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const schema = queueSchemaOf(runner);
    const plans = getConstructionPlans(schema, { createSchema: !(await runner.hasSchema(schema)) });
    // The plan brings a transaction of its own; here it is part of the transaction of the migration.
    await runner.query(plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''));
    await runner.query(`
      create table jobs.lease (
        job_id uuid primary key,
        job_name text not null,
        attempt integer not null,
        worker_id integer,
        expires_at timestamptz not null,
        crashes integer not null default 0
      )`);
    await runner.query(`
      create index idx_job_retry_key on jobs.job_common (name, singleton_key) where state = 'retry'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop schema ${queueSchemaOf(runner)} cascade`);
  }
}
