import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { FollowedFiles } from '#libs/platform/config';
import { NO_TRANSACTION } from '#libs/platform/database';
import { processMetrics } from '#libs/platform/metrics';
import { InvalidPriceTable, type PriceTable } from './price-table.js';
import { PriceTablesRepository } from './price-tables.repository.js';
import { Prices } from './prices.js';
import { PricingSettings } from './pricing.settings.js';
import { readPriceTable } from './read-price-table.js';

const info = new Gauge({
  name: 'price_table_info',
  help: '1 for the version of the price table that this process uses.',
  labelNames: ['version'],
  registers: [processMetrics],
});
const refused = new Gauge({
  name: 'price_table_refused',
  help: '1 while the price table file is refused, so that an older table is in use; else 0.',
  registers: [processMetrics],
});

/** Follows the price table file: a valid one applies from then on; an invalid one is refused whole and the old one stays. */
@Injectable()
export class PriceTableFile implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PriceTableFile.name);
  private readonly files = new FollowedFiles({
    paths: () => [this.settings.tableFile],
    read: () => this.read(),
  });

  constructor(
    private readonly settings: PricingSettings,
    private readonly prices: Prices,
    private readonly tables: PriceTablesRepository,
  ) {}

  /** @throws InvalidPriceTable when the table's version is known with other prices. */
  async onApplicationBootstrap(): Promise<void> {
    await this.tables.remember(NO_TRANSACTION, this.prices.current);
    this.show(false);
    await this.files.start();
  }

  onApplicationShutdown(): void {
    this.files.stop();
  }

  private async read(): Promise<boolean> {
    const before = this.prices.version;
    try {
      await this.take(readPriceTable(this.settings.tableFile));
      if (this.prices.version !== before)
        this.logger.log({ version: this.prices.version, before }, 'The price table has changed');
      return true;
    } catch (error) {
      this.show(true);
      this.logger.error({ err: error, version: before }, 'The price table is refused; the old one stays');
      // If the database was unavailable, the next check tries again.
      return error instanceof InvalidPriceTable;
    }
  }

  private async take(table: PriceTable): Promise<void> {
    this.prices.requireComplete(table);
    await this.tables.remember(NO_TRANSACTION, table);
    this.prices.replace(table);
    this.show(false);
  }

  private show(isRefused: boolean): void {
    info.reset();
    info.set({ version: this.prices.version }, 1);
    refused.set(isRefused ? 1 : 0);
  }
}
