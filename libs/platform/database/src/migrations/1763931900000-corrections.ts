import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = ['hold', 'post', 'void', 'grant', 'expiry', 'cost'];

/** Corrections of what was spent of a grant, in either direction, as further entries of the book. */
export class Corrections1763931900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await allow(runner, [...TYPES, 'correction'], ['grant', 'expiry', 'correction']);
    // The checks of a grant refuse what goes beyond what is left, or was spent, of it.
    await runner.query(`
      create function apply_credit_correction() returns trigger language plpgsql set search_path from current as $$
      declare
        taken integer := case when new.debit_account = new.user_id then new.amount else -new.amount end;
      begin
        perform from credit_accounts where id = new.user_id for no key update;
        update credit_grants set spent = spent + taken, available = available - taken
        where id = new.grant_id and user_id = new.user_id;
        return null;
      end $$`);
    await runner.query(`
      create trigger apply_credit_correction after insert on credit_transfers
      for each row when (new.type = 'correction') execute function apply_credit_correction()`);
  }

  /** Refused by the database where there are corrections: entries are never taken away. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger apply_credit_correction on credit_transfers');
    await runner.query('drop function apply_credit_correction()');
    await allow(runner, TYPES, ['grant', 'expiry']);
  }
}

async function allow(
  runner: QueryRunner,
  types: readonly string[],
  ofGrants: readonly string[],
): Promise<void> {
  const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
  await runner.query(`
    alter table credit_transfers
      drop constraint ck_credit_transfers_type,
      drop constraint ck_credit_transfers_grant,
      add constraint ck_credit_transfers_type check (type in (${list(types)})),
      add constraint ck_credit_transfers_grant check ((type in (${list(ofGrants)})) = (grant_id is not null))`);
}
