import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues that an admin has paused, and indexes by which failed, running and dead jobs are listed and counted. */
export class PausedQueues1763930700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs.paused_queue (
        name text primary key,
        paused_at timestamptz not null default now()
      )`);
    await runner.query(`
      create index idx_job_failed on jobs.job_common (name, created_on, id)
      where state = 'retry' and started_on is not null`);
    await runner.query(`
      create index idx_job_dead on jobs.job_common (source_name, created_on, id) where name = 'jobs.dead'`);
    await runner.query(`
      create index idx_lease_held on jobs.lease (job_name, job_id) where worker_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs.idx_lease_held');
    await runner.query('drop index jobs.idx_job_dead');
    await runner.query('drop index jobs.idx_job_failed');
    await runner.query('drop table jobs.paused_queue');
  }
}
