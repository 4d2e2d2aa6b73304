import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The usage of each day in fewer rows: of all callers by kind and provider, of each caller, and of each token. */
export class UsageTotals1763931800010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table credit_usage_totals (
        part text not null,
        day date not null,
        account_id uuid,
        token_id uuid,
        kind text,
        provider text,
        tasks integer not null,
        succeeded integer not null,
        failed integer not null,
        price bigint not null,
        ended_price bigint not null,
        spent bigint not null,
        constraint uq_credit_usage_totals
          unique nulls not distinct (part, account_id, day, token_id, kind, provider),
        constraint ck_credit_usage_totals_part check (part in ('kind', 'user', 'token'))
      )`);
    await runner.query(`
      insert into credit_usage_totals
      select case when grouping(kind) = 0 then 'kind' when grouping(token_id) = 0 then 'token' else 'user' end as part,
        day, account_id, token_id, kind, provider, sum(tasks), sum(succeeded), sum(failed), sum(price), sum(ended_price), sum(spent)
      from credit_usage
      group by grouping sets ((day, kind, provider), (day, account_id), (day, account_id, token_id)) order by 1, 2`);
    await runner.query('create index ix_credit_usage_totals_part_day on credit_usage_totals (part, day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table credit_usage_totals');
  }
}
