import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** The Python packages that are known to be malicious, and the file that they are from. */
export class MaliciousPackages1764208000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table malicious_lists (
        id uuid not null,
        sha256 bytea not null,
        records integer not null,
        packages integer not null,
        loaded_by uuid,
        loaded_at timestamptz not null default now(),
        constraint pk_malicious_lists primary key (id),
        constraint fk_malicious_lists_loaded_by foreign key (loaded_by) references users (id) on delete set null
      );
      create index ix_malicious_lists_loaded_by on malicious_lists (loaded_by);
      create table malicious_packages (
        name text not null,
        version text not null default '',
        constraint pk_malicious_packages primary key (name, version)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table malicious_packages, malicious_lists');
  }
}
