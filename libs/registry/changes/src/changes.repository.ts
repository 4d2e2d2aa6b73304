import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { RegistryChange } from './registry-change.entity.js';

/** Held by one writer at a time until its commit. The number is arbitrary but must never change. */
const FEED_LOCK = 5_104_472;

export type NewRegistryChange = Pick<
  RegistryChange,
  'kind' | 'action' | 'publisherId' | 'nodeId' | 'version' | 'advisoryId'
>;

@Injectable()
export class ChangesRepository extends Repository {
  /**
   * Appends changes. The lock lasts until the transaction ends, so that serials become visible in order: a reader that has
   * seen serial n never finds a smaller one later.
   */
  async append(scope: TransactionScope, changes: readonly NewRegistryChange[]): Promise<void> {
    await this.rows(scope, 'select pg_advisory_xact_lock($1)', [FEED_LOCK]);
    await this.rows(
      scope,
      `insert into registry_changes (kind, action, publisher_id, node_id, version, advisory_id)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      columnValues(changes, 'kind', 'action', 'publisherId', 'nodeId', 'version', 'advisoryId'),
    );
  }

  async lastSerial(scope: StatementScope): Promise<string> {
    const row = await this.row<{ serial: string }>(
      scope,
      'select coalesce(max(serial), 0)::text as serial from registry_changes',
    );
    return row?.serial ?? '0';
  }

  async listAfter(scope: StatementScope, serial: string, limit: number): Promise<RegistryChange[]> {
    return this.rows<RegistryChange>(
      scope,
      'select * from registry_changes where serial > $1 order by serial limit $2',
      [serial, limit],
    );
  }
}
