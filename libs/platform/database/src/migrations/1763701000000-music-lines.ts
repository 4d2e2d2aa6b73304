import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lines of music streams, kept so that a reader can come back. */
export class MusicLines1763701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "music_lines" (
        "taskId" uuid not null,
        "seq" integer not null,
        "line" text not null,
        constraint "pk_music_lines" primary key ("taskId", "seq"),
        constraint "fk_music_lines_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "music_lines"');
  }
}
