import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Clock } from '#libs/platform/clock';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { processMetrics } from '#libs/platform/metrics';
import { BookSums } from './book-sums.js';
import type { LedgerCheckResponse } from './dto/ledger-check.response.js';
import { type BookFigures, LedgerCheckRepository, WHOLE_BOOK } from './ledger-check.repository.js';

/** Rows of one statement, so that each takes a moment however long the book is. */
const BATCH = 20_000;

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
  private running: Promise<LedgerCheckResponse[]> | undefined;

  constructor(
    private readonly book: LedgerCheckRepository,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** Reads the whole book, as it is at one moment. Those who ask while a check runs get its outcome. */
  async check(): Promise<LedgerCheckResponse[]> {
    this.running ??= this.read().finally(() => (this.running = undefined));
    return this.running;
  }

  private async read(): Promise<LedgerCheckResponse[]> {
    const now = this.clock.now();
    const found = await this.transactions.run(async (scope) => {
      await this.book.beginReading(scope);
      const sums = await this.sumsOfBook(scope, now);
      await this.eachDerived((after) => this.book.listGrants(scope, after, BATCH), sums);
      await this.eachDerived((after) => this.book.listLimits(scope, after, BATCH, now), sums);
      return sums.differences;
    });
    for (const { name, differences, credits } of found) {
      differing.set({ name }, differences);
      if (differences > 0) this.logger.error({ name, differences, credits }, 'The ledger is not balanced');
    }
    return found;
  }

  private async sumsOfBook(scope: TransactionScope, now: Date): Promise<BookSums> {
    const sums = new BookSums();
    let after: string | undefined = WHOLE_BOOK.after;
    while (after !== undefined) {
      const next: string | undefined = await this.book.idAfter(scope, after, BATCH);
      sums.add(await this.book.readPart(scope, { after, upTo: next ?? WHOLE_BOOK.upTo }, now));
      after = next;
    }
    return sums;
  }

  private async eachDerived(list: (after: string) => Promise<BookFigures[]>, sums: BookSums): Promise<void> {
    let after: string | null | undefined = WHOLE_BOOK.after;
    while (after) {
      const derived: BookFigures[] = await list(after);
      for (const row of derived) sums.compare(row);
      after = derived.length === BATCH ? derived.at(-1)?.id : undefined;
    }
  }
}
