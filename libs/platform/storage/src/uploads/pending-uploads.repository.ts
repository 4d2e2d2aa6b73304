import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

/** Every query of the table `pending_uploads`. An upload is either taken or abandoned, whichever comes first. */
@Injectable()
export class PendingUploadsRepository extends Repository {
  /** Durable in the database when it resolves. */
  async insert(scope: StatementScope, key: string): Promise<void> {
    await this.rows(scope, 'insert into pending_uploads (key) values ($1)', [key]);
  }

  /** Records bytes that have lost their owner. */
  async insertAbandoned(scope: TransactionScope, key: string): Promise<void> {
    await this.rows(scope, 'insert into pending_uploads (key, is_abandoned) values ($1, true)', [key]);
  }

  /** Ends an upload that now has an owner. @returns false when it was abandoned before. */
  async take(scope: TransactionScope, key: string): Promise<boolean> {
    return this.hasRow(
      scope,
      'delete from pending_uploads where key = $1 and not is_abandoned returning key',
      [key],
    );
  }

  /** Prevents an upload from being taken; waits for a transaction that is taking it. @returns false when it was taken. */
  async abandon(scope: StatementScope, key: string): Promise<boolean> {
    return this.hasRow(scope, 'update pending_uploads set is_abandoned = true where key = $1 returning key', [
      key,
    ]);
  }

  /** Abandons uploads that began more than `hours` ago, the oldest first, and selects abandoned ones again. @returns their keys. */
  async abandonOlderThan(scope: StatementScope, hours: number, limit: number): Promise<string[]> {
    const abandoned = await this.rows<{ key: string }>(
      scope,
      `update pending_uploads set is_abandoned = true where key in (
         select key from pending_uploads where started_at < now() - make_interval(hours => $1)
          order by started_at limit $2 for update skip locked
       ) returning key`,
      [hours, limit],
    );
    return abandoned.map(({ key }) => key);
  }

  async delete(scope: StatementScope, key: string): Promise<void> {
    await this.rows(scope, 'delete from pending_uploads where key = $1', [key]);
  }
}
