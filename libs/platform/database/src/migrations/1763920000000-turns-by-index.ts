import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The turns of the jobs of one share, and of those that run, without a look at all that wait. */
export class TurnsByIndex1763920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index idx_job_share_turn on jobs.job_common (name, split_part(singleton_key, ' ', 1), priority)
      where state <= 'active' and position(' ' in singleton_key) > 0`);
    await runner.query(`
      create index idx_job_served_turn on jobs.job_common (name, priority)
      where state = 'active' and position(' ' in singleton_key) > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs.idx_job_served_turn');
    await runner.query('drop index jobs.idx_job_share_turn');
  }
}
