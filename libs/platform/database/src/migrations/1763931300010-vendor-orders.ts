import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for each attempt of a task at a vendor, instead of one for each task. */
export class VendorOrders1763931300010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table vendor_orders (
        task_id uuid not null,
        attempt integer not null,
        vendor text not null,
        kind text not null,
        reference uuid not null,
        state text not null,
        vendor_id text,
        outcome text,
        credits integer,
        failures integer not null default 0,
        last_answer text,
        created_at timestamptz not null default now(),
        deadline_at timestamptz not null,
        ordered_at timestamptz,
        submitted_at timestamptz,
        ended_at timestamptz,
        polls integer not null default 0,
        first_poll_at timestamptz,
        last_poll_at timestamptz,
        next_check_at timestamptz,
        constraint pk_vendor_orders primary key (task_id, attempt),
        constraint fk_vendor_orders_task_id foreign key (task_id) references tasks (id) on delete cascade,
        constraint ck_vendor_orders_outcome check ((state = 'ended') = (outcome is not null)),
        constraint ck_vendor_orders_credits check (credits >= 0)
      )`);
    // Those of tasks that go on have an hour from now; what became of the others was not kept.
    await runner.query(`
      insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, vendor_id, outcome, failures, last_answer,
        created_at, deadline_at, ordered_at, submitted_at, ended_at)
      select o.task_id, 1, t.provider, t.kind, o.idempotency_key,
        case when t.finished_at is null then o.state else 'ended' end, o.vendor_id,
        case when t.finished_at is null then null
             when o.state = 'waiting' then 'not_taken' when t.status = 'succeeded' then 'succeeded' else 'unknown' end,
        o.failures, o.last_answer, o.created_at, greatest(o.created_at, now()) + interval '1 hour',
        case when o.state <> 'waiting' then o.created_at end, o.submitted_at, t.finished_at
      from provider_operations o join tasks t on t.id = o.task_id`);
    await runner.query('create unique index uq_vendor_orders_reference on vendor_orders (reference)');
    await runner.query(
      `create index ix_vendor_orders_next_check_at on vendor_orders (next_check_at) where next_check_at is not null`,
    );
    await runner.query('drop table provider_operations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table provider_operations (
        task_id uuid not null,
        state text not null,
        idempotency_key uuid not null,
        vendor_id text,
        failures integer not null default 0,
        last_answer text,
        created_at timestamptz not null default now(),
        submitted_at timestamptz,
        constraint pk_provider_operations primary key (task_id),
        constraint fk_provider_operations_task_id foreign key (task_id) references tasks (id) on delete cascade
      )`);
    await runner.query(`
      insert into provider_operations
      select distinct on (task_id) task_id,
        case when state <> 'ended' then state when vendor_id is not null then 'submitted' else 'intended' end,
        reference, vendor_id, failures, last_answer, created_at, submitted_at
      from vendor_orders order by task_id, attempt desc`);
    await runner.query('drop table vendor_orders');
  }
}
