import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import { lowestIdAt, NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { dayPeriod, type DayPeriod, type Principal } from '#libs/platform/http';
import { inCurrency, MediaProviders, OrderEnds, sumVendorCredits } from '#libs/media/providers';
import { compareBooks, type Comparison } from './compare-books.js';
import type { BookEntry } from './vendor-book.js';
import { type BookedOrder, VendorCostsRepository } from './vendor-costs.repository.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 31;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class ReconciliationService {
  constructor(
    private readonly costs: VendorCostsRepository,
    private readonly ends: OrderEnds,
    private readonly providers: MediaProviders,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Books what the vendor bills for orders whose cost is unknown to us: canceled streams, failed work, and orders of
   * vendors that cannot be polled.
   * @returns What was booked, in the currency of the vendor's books.
   */
  async bookUnknown(principal: Principal, vendor: string, stated: readonly BookEntry[]): Promise<number> {
    const theirs = this.inBookCurrency(vendor, stated);
    const { differing } = compareBooks(await this.listNamed(vendor, theirs), [], theirs);
    const billed = differing.flatMap(({ order, theirs: credits }) =>
      order?.isUnknown ? [{ ...order, credits }] : [],
    );
    if (billed.length === 0) return 0;
    return this.transactions.run(async (scope) => {
      const learned = await this.ends.learnCosts(scope, vendor, billed);
      const credits = sumVendorCredits(learned.map((order) => order.credits));
      await this.audit.record(scope, principal, 'vendor.book', vendor, {
        after: { orders: learned.length, credits },
      });
      return credits;
    });
  }

  /**
   * What the two books have in common, and where they differ, in the currency of ours. Entries of the vendor are matched whenever they were
   * booked; entries that the vendor lacks are searched within the period.
   * @throws InvalidRequest for days that are no valid period, or are too many.
   */
  async compare(
    vendor: string,
    stated: readonly BookEntry[],
    days: Partial<DayPeriod>,
  ): Promise<Comparison & DayPeriod & { currency: string | undefined }> {
    const theirs = this.inBookCurrency(vendor, stated);
    const { from, to } = dayPeriod(days, this.clock.now(), DEFAULT_DAYS);
    const named = await this.listNamed(vendor, theirs);
    const until = new Date(Date.parse(to) + DAY_MS);
    const booked = await this.costs.listBooked(
      NO_TRANSACTION,
      vendor,
      lowestIdAt(new Date(from)),
      lowestIdAt(until),
    );
    const { currency } = this.providers.moneyOf(vendor);
    return { from, to, currency, ...compareBooks(named, booked, theirs) };
  }

  private inBookCurrency(vendor: string, entries: readonly BookEntry[]): BookEntry[] {
    const money = this.providers.moneyOf(vendor);
    return entries.map((entry) => ({ ...entry, credits: inCurrency(money, entry.credits) }));
  }

  private async listNamed(vendor: string, theirs: readonly BookEntry[]): Promise<BookedOrder[]> {
    return this.costs.listNamed(NO_TRANSACTION, vendor, {
      references: theirs.flatMap(({ reference }) => (reference && UUID.test(reference) ? [reference] : [])),
      vendorIds: theirs.flatMap(({ vendorId }) => (vendorId ? [vendorId] : [])),
    });
  }
}
