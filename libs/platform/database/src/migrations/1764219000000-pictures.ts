import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** The cache of pictures, and the icons and banners that publishers send. */
export class Pictures1764219000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table nodes add column icon_file text, add column banner_file text;
      create table pictures (
        key text not null,
        storage_key text,
        expires_at timestamptz not null,
        created_at timestamptz not null default now(),
        constraint pk_pictures primary key (key)
      );
      create index ix_pictures_expires_at on pictures (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table pictures; alter table nodes drop column icon_file, drop column banner_file',
    );
  }
}
