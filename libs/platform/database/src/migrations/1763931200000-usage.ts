import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the tasks of a day have cost, added up, and which transfers wait to be added. */
export class Usage1763931200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table credit_usage (
        account_id uuid not null,
        day date not null,
        kind text not null,
        token_id uuid,
        provider text not null,
        tasks integer not null,
        succeeded integer not null,
        failed integer not null,
        price bigint not null,
        ended_price bigint not null,
        spent bigint not null,
        constraint uq_credit_usage unique nulls not distinct (account_id, day, kind, token_id, provider)
      )`);
    await runner.query('create index ix_credit_usage_day on credit_usage (day)');
    // Rows stay for a minute: without this the table would be mostly dead ones.
    await runner.query(`
      create table credit_usage_waiting (
        transfer_id uuid not null,
        account_id uuid not null,
        constraint pk_credit_usage_waiting primary key (transfer_id)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`);
    await runner.query(`
      insert into credit_usage
      select h.debit_account, (h.created_at at time zone 'UTC')::date, h.kind, h.token_id, h.provider,
        count(*), count(*) filter (where e.type = 'post'), count(*) filter (where e.type = 'void'),
        sum(h.amount), coalesce(sum(h.amount) filter (where e.id is not null), 0), coalesce(sum(e.amount), 0)
      from credit_transfers h left join credit_transfers e on e.resolves = h.id
      where h.type = 'hold' group by 1, 2, 3, 4, 5`);
    await runner.query(`
      create function note_credit_usage() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into credit_usage_waiting (transfer_id, account_id)
        select id, debit_account from added where type in ('hold', 'post', 'void');
        return null;
      end $$`);
    await runner.query(`
      create trigger note_credit_usage after insert on credit_transfers referencing new table as added
      for each statement execute function note_credit_usage()`);
    // A restored copy has the transaction numbers of another server: what waits is noted by rows instead.
    await runner.query('alter table credit_transfers drop column xact');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger note_credit_usage on credit_transfers');
    await runner.query('drop function note_credit_usage()');
    await runner.query('drop table credit_usage_waiting, credit_usage');
    await runner.query(
      'alter table credit_transfers add column xact xid8 not null default pg_current_xact_id()',
    );
    await runner.query('create index ix_credit_transfers_xact on credit_transfers (xact)');
  }
}
