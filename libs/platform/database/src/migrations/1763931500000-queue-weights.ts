import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many turns in the queue a user's tasks get. */
export class QueueWeights1763931500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column queue_weight double precision not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column queue_weight');
  }
}
