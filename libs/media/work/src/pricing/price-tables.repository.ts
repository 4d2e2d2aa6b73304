import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import { InvalidPriceTable, type PriceTable } from './price-table.js';

/** Every query of the table `price_tables`, which records the prices of each version. */
@Injectable()
export class PriceTablesRepository extends Repository {
  /**
   * Records the prices of a version.
   * @throws InvalidPriceTable when the version is known with other prices.
   */
  async remember(scope: StatementScope, { version, ...prices }: PriceTable): Promise<void> {
    const kept = await this.row<{ isSame: boolean }>(
      scope,
      `insert into price_tables as p (version, prices) values ($1, $2)
       on conflict (version) do update set version = p.version returning p.prices = $2 as is_same`,
      [version, JSON.stringify(prices)],
    );
    if (!kept?.isSame) throw usedVersion(version);
  }

  /** @throws InvalidPriceTable when the version is known with other prices. */
  async requireNew(scope: StatementScope, { version, ...prices }: PriceTable): Promise<void> {
    const sql = 'select 1 from price_tables where version = $1 and prices <> $2';
    if (await this.hasRow(scope, sql, [version, JSON.stringify(prices)])) throw usedVersion(version);
  }
}

function usedVersion(version: string): InvalidPriceTable {
  return new InvalidPriceTable(
    `The price table is wrong: its version ${version} is already in use with other prices. Give the table another version.`,
  );
}
