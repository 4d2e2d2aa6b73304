import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import { InvalidPriceTable, type PriceTable } from './price-table.js';

/** Every query of the table `price_tables`, which remembers what each version stands for. */
@Injectable()
export class PriceTablesRepository extends Repository {
  /**
   * Remembers the prices of a version that was not there before.
   * @throws InvalidPriceTable when the version stands for other prices.
   */
  async remember(scope: StatementScope, { version, ...prices }: PriceTable): Promise<void> {
    const kept = await this.row<{ isSame: boolean }>(
      scope,
      `insert into price_tables as p (version, prices) values ($1, $2)
       on conflict (version) do update set version = p.version returning p.prices = $2 as is_same`,
      [version, JSON.stringify(prices)],
    );
    if (!kept?.isSame)
      throw new InvalidPriceTable(
        `The price table is wrong: its version ${version} stands for other prices already. Give the table another version.`,
      );
  }
}
