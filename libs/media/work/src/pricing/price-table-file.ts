import { stat } from 'node:fs/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { NO_TRANSACTION } from '#libs/platform/database';
import { processMetrics } from '#libs/platform/metrics';
import { InvalidPriceTable, type PriceTable } from './price-table.js';
import { PriceTablesRepository } from './price-tables.repository.js';
import { Prices } from './prices.js';
import { PricingSettings } from './pricing.settings.js';
import { readPriceTable } from './read-price-table.js';

/** A change is read when two checks in a row see it, so that no half-written file is read. */
const LOOK_EVERY_MS = 500;

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
  private timer: NodeJS.Timeout | undefined;
  /** State of the file at the last check, and when it was last read. */
  private seen: string | undefined;
  private read: string | undefined;

  constructor(
    private readonly settings: PricingSettings,
    private readonly prices: Prices,
    private readonly tables: PriceTablesRepository,
  ) {}

  /** @throws InvalidPriceTable when the table's version is known with other prices. */
  async onApplicationBootstrap(): Promise<void> {
    await this.tables.remember(NO_TRANSACTION, this.prices.current);
    this.show(false);
    // The file may have changed between its first reading and now; then it is read once more.
    this.seen = await stateOf(this.settings.tableFile);
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const state = await stateOf(this.settings.tableFile);
    const isSettled = state === this.seen;
    this.seen = state;
    if (!isSettled || state === this.read) return;
    this.read = state;
    const before = this.prices.version;
    try {
      await this.take(readPriceTable(this.settings.tableFile));
      if (this.prices.version !== before)
        this.logger.log({ version: this.prices.version, before }, 'The price table has changed');
    } catch (error) {
      // The database was unavailable: the next check tries again.
      if (!(error instanceof InvalidPriceTable)) this.read = undefined;
      this.show(true);
      this.logger.error({ err: error, version: before }, 'The price table is refused; the old one stays');
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

/** Differs after any change of the file, also when a symbolic link changes. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}` : 'absent';
}
