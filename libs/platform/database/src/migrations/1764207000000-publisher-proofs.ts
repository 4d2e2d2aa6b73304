import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Domains and repositories that publishers have proved to be theirs. */
export class PublisherProofs1764207000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishers add column verified jsonb not null default '[]';
      create table publisher_proofs (
        id uuid not null,
        publisher_id text not null,
        method text not null,
        subject text not null,
        secret text not null,
        status text not null default 'pending',
        reason text not null default '',
        failures integer not null default 0,
        checked_at timestamptz,
        verified_at timestamptz,
        created_at timestamptz not null default now(),
        constraint pk_publisher_proofs primary key (id),
        constraint uq_publisher_proofs_publisher_id_method_subject unique (publisher_id, method, subject),
        constraint fk_publisher_proofs_publisher_id foreign key (publisher_id) references publishers (id)
          on delete cascade
      );
      create index ix_publisher_proofs_checked_at on publisher_proofs (checked_at) where status = 'verified';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publisher_proofs; alter table publishers drop column verified');
  }
}
