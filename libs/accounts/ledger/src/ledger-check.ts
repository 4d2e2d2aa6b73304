import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { processMetrics } from '#libs/platform/metrics';
import { LEDGER_CHECKS, type LedgerCheckResponse } from './dto/ledger-check.response.js';
import {
  type BookFigures,
  type LastCheck,
  LedgerCheckRepository,
  WHOLE_BOOK,
} from './ledger-check.repository.js';

/** Rows per statement, so that each one is short however large the ledger is. */
const BATCH = 20_000;

const differing = new Gauge({
  name: 'ledger_differences',
  help: 'Rows that differ from the entries of the ledger, as found by the last check of this process, by check.',
  labelNames: ['name'],
  registers: [processMetrics],
});

@Injectable()
export class LedgerCheck {
  private readonly logger = new Logger(LedgerCheck.name);
  private running: Promise<LedgerCheckResponse[]> | undefined;

  constructor(
    private readonly book: LedgerCheckRepository,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** Reads the whole ledger as of one moment. Callers during a check share its outcome. */
  async check(): Promise<LedgerCheckResponse[]> {
    this.running ??= this.read().finally(() => (this.running = undefined));
    return this.running;
  }

  /** What differed when a process last checked the ledger; undefined before the first check. */
  async last(): Promise<LastCheck | undefined> {
    return this.book.last(NO_TRANSACTION);
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
    await this.book.store(NO_TRANSACTION, found);
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

/** Sums of the parts of a book, and where derived rows differ from them. */
export class BookSums {
  private readonly found = new Map<string, LedgerCheckResponse>(
    LEDGER_CHECKS.map((name) => [name, { name, differences: 0, credits: 0 }]),
  );
  /** By the id of a grant or limit. */
  private readonly sums = new Map<string, number[]>();

  /** One entry per name. */
  get differences(): LedgerCheckResponse[] {
    return [...this.found.values()];
  }

  add(rows: readonly BookFigures[]): void {
    for (const { name, id, figures } of rows) {
      if (id === null) this.note(name, figures[0] ?? 0, figures[1] ?? 0);
      else
        this.sums.set(
          id,
          figures.map((figure, at) => figure + (this.sums.get(id)?.[at] ?? 0)),
        );
    }
  }

  /** Compares what the database has derived for a grant or limit with the sum of all parts. */
  compare({ name, id, figures }: BookFigures): void {
    const sums = this.sums.get(id ?? '') ?? [];
    const credits = figures.reduce((total, figure, at) => total + Math.abs(figure - (sums[at] ?? 0)), 0);
    if (credits > 0) this.note(name, 1, credits);
  }

  private note(name: string, differences: number, credits: number): void {
    const found = this.found.get(name);
    if (!found) return;
    found.differences += differences;
    found.credits += credits;
  }
}
