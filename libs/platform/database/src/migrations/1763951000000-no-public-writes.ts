import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';
import { PublicWrites1763860000000 } from './1763860000000-public-writes.js';

/** What the public sees is counted no longer: a kept reply is shown for a second. */
export class NoPublicWrites1763951000000 implements Migration {
  readonly needs = '0';
  readonly exceptions = {
    drop: 'programs of before that find no count make each reply',
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function if exists note_public_write cascade');
    await runner.query('drop table if exists public_writes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await new PublicWrites1763860000000().up(runner);
  }
}
