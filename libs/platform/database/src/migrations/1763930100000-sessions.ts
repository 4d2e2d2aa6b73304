import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is signed in at the console: tokens of their own kind, and the texts of their cookies. */
export class Sessions1763930100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table access_tokens add column kind text not null default 'token'`);
    await runner.query(`
      create table sessions (
        token_id uuid not null,
        digest bytea not null,
        previous_digest bytea,
        previous_until timestamptz,
        renewed_at timestamptz not null,
        ends_at timestamptz not null,
        constraint pk_sessions primary key (token_id),
        constraint fk_sessions_token_id foreign key (token_id) references access_tokens (id) on delete cascade
      )`);
    await runner.query('create unique index uq_sessions_digest on sessions (digest)');
    await runner.query('create index ix_sessions_previous_digest on sessions (previous_digest)');
  }

  /** Everybody is signed out. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sessions');
    await runner.query(`delete from access_tokens where kind = 'session'`);
    await runner.query('alter table access_tokens drop column kind');
  }
}
