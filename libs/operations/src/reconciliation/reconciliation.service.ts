import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { invalidFields } from '#libs/platform/http';
import { compareBooks, type Comparison } from './compare-books.js';
import type { BookEntry } from './vendor-book.js';
import { VendorCostsRepository } from './vendor-costs.repository.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 31;
const DAYS_MAX = 366;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which days of ours a book is about. */
export type BookPeriod = { from: string; to: string };

/** Compares the ledger with the books of vendors. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly costs: VendorCostsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What the two books have in common, and where they differ. Entries of the vendor are looked up whenever they were booked; what
   * the vendor lacks is looked for in the period.
   * @throws InvalidRequest for days that make no period, or too long a one.
   */
  async compare(
    vendor: string,
    theirs: readonly BookEntry[],
    days: Partial<BookPeriod>,
  ): Promise<Comparison & BookPeriod> {
    const { from, to } = this.period(days);
    const named = await this.costs.listNamed(NO_TRANSACTION, vendor, {
      references: theirs.flatMap(({ reference }) => (reference && UUID.test(reference) ? [reference] : [])),
      vendorIds: theirs.flatMap(({ vendorId }) => (vendorId ? [vendorId] : [])),
    });
    const until = Date.parse(to) + DAY_MS;
    const booked = await this.costs.listBooked(
      NO_TRANSACTION,
      vendor,
      firstIdAt(Date.parse(from)),
      firstIdAt(until),
    );
    return { from, to, ...compareBooks(named, booked, theirs) };
  }

  private period(days: Partial<BookPeriod>): BookPeriod {
    const to = days.to ?? this.clock.now().toISOString().slice(0, 10);
    const from =
      days.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (length < 1) throw invalidFields([`from must not be after to, which is ${to}`]);
    if (length > DAYS_MAX) throw invalidFields([`from must be at most ${DAYS_MAX - 1} days before to`]);
    return { from, to };
  }
}

/** The lowest UUIDv7 of a moment. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
