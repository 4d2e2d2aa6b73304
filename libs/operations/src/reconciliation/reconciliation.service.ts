import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { lowestIdAt, NO_TRANSACTION } from '#libs/platform/database';
import { dayPeriod, type DayPeriod } from '#libs/platform/http';
import { compareBooks, type Comparison } from './compare-books.js';
import type { BookEntry } from './vendor-book.js';
import { VendorCostsRepository } from './vendor-costs.repository.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 31;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
    days: Partial<DayPeriod>,
  ): Promise<Comparison & DayPeriod> {
    const { from, to } = dayPeriod(days, this.clock.now(), DEFAULT_DAYS);
    const named = await this.costs.listNamed(NO_TRANSACTION, vendor, {
      references: theirs.flatMap(({ reference }) => (reference && UUID.test(reference) ? [reference] : [])),
      vendorIds: theirs.flatMap(({ vendorId }) => (vendorId ? [vendorId] : [])),
    });
    const until = new Date(Date.parse(to) + DAY_MS);
    const booked = await this.costs.listBooked(
      NO_TRANSACTION,
      vendor,
      lowestIdAt(new Date(from)),
      lowestIdAt(until),
    );
    return { from, to, ...compareBooks(named, booked, theirs) };
  }
}
