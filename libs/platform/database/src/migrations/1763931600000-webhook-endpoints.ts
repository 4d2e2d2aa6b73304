import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Standing endpoints of users. Their deliveries are among those of callback addresses: a chain goes out in order, which is
 * all of a task to its callback address, or to one endpoint.
 */
export class WebhookEndpoints1763931600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook_endpoints (
        id uuid constraint pk_webhook_endpoints primary key,
        user_id uuid not null constraint fk_webhook_endpoints_user_id references users (id) on delete cascade,
        url text not null,
        description text not null default '',
        kinds text[] not null default '{}',
        statuses text[] not null default '{}',
        secret bytea not null,
        previous_secret bytea,
        previous_secret_until timestamptz,
        failing_since timestamptz,
        last_failure_at timestamptz,
        disabled_at timestamptz,
        disabled_reason text,
        created_at timestamptz not null default now(),
        constraint ck_webhook_endpoints_disabled_at check ((disabled_at is null) = (disabled_reason is null))
      )`);
    await runner.query('create index ix_webhook_endpoints_user_id on webhook_endpoints (user_id)');
    await runner.query(`
      alter table webhook_deliveries
        alter column task_id drop not null,
        add column chain_id uuid,
        add column endpoint_id uuid constraint fk_webhook_deliveries_endpoint_id
          references webhook_endpoints (id) on delete cascade,
        add column type text`);
    await runner.query('update webhook_deliveries set chain_id = task_id');
    await runner.query(`
      alter table webhook_deliveries
        alter column chain_id set not null,
        drop constraint uq_webhook_deliveries_task_id_seq,
        add constraint uq_webhook_deliveries_chain_id_seq unique (chain_id, seq)`);
    await runner.query('drop index ix_webhook_deliveries_pending');
    await runner.query(`
      create index ix_webhook_deliveries_pending on webhook_deliveries (chain_id, seq) where status = 'pending'`);
    await runner.query('create index ix_webhook_deliveries_task_id on webhook_deliveries (task_id)');
    await runner.query(`
      create index ix_webhook_deliveries_endpoint_id on webhook_deliveries (endpoint_id, id)
      where endpoint_id is not null`);
    await runner.query(`
      create index ix_webhook_deliveries_endpoint_id_status on webhook_deliveries (endpoint_id, status, id)
      where endpoint_id is not null`);
    await runner.query('alter table webhook_attempts add column endpoint_id uuid');
    await runner.query(`
      create index ix_webhook_attempts_endpoint_id on webhook_attempts (endpoint_id, started_at)
      include (response_status) where endpoint_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from webhook_deliveries where endpoint_id is not null');
    await runner.query('drop index ix_webhook_attempts_endpoint_id');
    await runner.query('alter table webhook_attempts drop column endpoint_id');
    await runner.query('drop index ix_webhook_deliveries_endpoint_id_status');
    await runner.query('drop index ix_webhook_deliveries_endpoint_id');
    await runner.query('drop index ix_webhook_deliveries_task_id');
    await runner.query('drop index ix_webhook_deliveries_pending');
    await runner.query(`
      alter table webhook_deliveries
        drop constraint uq_webhook_deliveries_chain_id_seq,
        add constraint uq_webhook_deliveries_task_id_seq unique (task_id, seq),
        drop column chain_id, drop column endpoint_id, drop column type,
        alter column task_id set not null`);
    await runner.query(`
      create index ix_webhook_deliveries_pending on webhook_deliveries (task_id, seq) where status = 'pending'`);
    await runner.query('drop table webhook_endpoints');
  }
}
