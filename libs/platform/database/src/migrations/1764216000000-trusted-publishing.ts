import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** CI jobs that publish without a stored secret, the tokens that they have exchanged, and where versions come from. */
export class TrustedPublishing1764216000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table access_tokens add column node_id text;
      alter table nodes add column requires_trusted_publishing boolean not null default false;
      alter table node_versions add column provenance jsonb;
      create table trusted_publishers (
        id uuid not null,
        publisher_id text not null,
        node_id text not null,
        node_key text not null,
        issuer text not null,
        repository text not null,
        repository_id text not null,
        owner_id text not null,
        workflow text not null,
        environment text not null default '',
        ref_type text,
        requires_protected_ref boolean not null default false,
        added_by uuid,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint pk_trusted_publishers primary key (id),
        constraint uq_trusted_publishers_workflow
          unique (publisher_id, node_key, issuer, repository_id, workflow, environment),
        constraint fk_trusted_publishers_publisher_id foreign key (publisher_id) references publishers (id)
          on delete cascade,
        constraint fk_trusted_publishers_added_by foreign key (added_by) references users (id) on delete set null
      );
      create index ix_trusted_publishers_repository on trusted_publishers (issuer, repository_id);
      create index ix_trusted_publishers_added_by on trusted_publishers (added_by);
      create table oidc_exchanges (
        id uuid not null,
        issuer text not null,
        token_key text not null,
        trusted_publisher_id uuid,
        access_token_id uuid not null,
        identity_token text not null,
        issuer_key jsonb not null,
        provenance jsonb not null,
        expires_at timestamptz not null,
        is_published boolean not null default false,
        created_at timestamptz not null default now(),
        constraint pk_oidc_exchanges primary key (id),
        constraint uq_oidc_exchanges_token_key unique (issuer, token_key),
        constraint uq_oidc_exchanges_access_token_id unique (access_token_id),
        constraint fk_oidc_exchanges_trusted_publisher_id foreign key (trusted_publisher_id)
          references trusted_publishers (id) on delete set null
      );
      create index ix_oidc_exchanges_trusted_publisher_id on oidc_exchanges (trusted_publisher_id);
      create index ix_oidc_exchanges_expires_at on oidc_exchanges (expires_at) where not is_published;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table oidc_exchanges;
      drop table trusted_publishers;
      alter table node_versions drop column provenance;
      alter table nodes drop column requires_trusted_publishing;
      alter table access_tokens drop column node_id`);
  }
}
