import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** The sizes of cached pictures, which together have a limit. */
export class PictureBytes1764222000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pictures add column bytes int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pictures drop column bytes');
  }
}
