import { LEDGER_CHECKS, type LedgerCheckResponse } from './dto/ledger-check.response.js';
import type { BookFigures } from './ledger-check.repository.js';

/** What the parts of a book come to, and what was found to differ from that. */
export class BookSums {
  private readonly found = new Map<string, LedgerCheckResponse>(
    LEDGER_CHECKS.map((name) => [name, { name, differences: 0, credits: 0 }]),
  );
  /** By the id of a grant or limit. */
  private readonly sums = new Map<string, number[]>();

  /** By name, each once. */
  get differences(): LedgerCheckResponse[] {
    return [...this.found.values()];
  }

  /** Adds what a part of the book has. */
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

  /** Holds what the database has derived for a grant or limit against the sum of all parts. */
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
