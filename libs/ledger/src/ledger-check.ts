import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { processMetrics } from '#libs/platform/metrics';
import { type LedgerDifference, LedgerCheckRepository } from './ledger-check.repository.js';

const differing = new Gauge({
  name: 'ledger_differences',
  help: 'Rows that the last check of this process found to differ from the entries of the ledger, by what was checked.',
  labelNames: ['name'],
  registers: [processMetrics],
});

/** Holds what is derived from the book against the book. */
@Injectable()
export class LedgerCheck {
  private readonly logger = new Logger(LedgerCheck.name);

  constructor(
    private readonly book: LedgerCheckRepository,
    private readonly clock: Clock,
  ) {}

  async check(): Promise<LedgerDifference[]> {
    const found = await this.book.differences(NO_TRANSACTION, this.clock.now());
    for (const { name, differences, credits } of found) {
      differing.set({ name }, differences);
      if (differences > 0) this.logger.error({ name, differences, credits }, 'The ledger is not balanced');
    }
    return found;
  }
}
