import { BooleanField, DayField, NumberField, ObjectListField, TextField } from '#libs/platform/http';
import { VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from '#libs/media/providers';
import { ENTRIES_MAX } from '../vendor-book.js';

const CSV_MAX_CHARS = 4_000_000;
const NAME_MAX_CHARS = 512;

/** The vendor and the days of the book. */
export class ReconciliationQuery {
  /** Name of the vendor, from `GET /admin/vendors`. */
  @TextField({ minLength: 1, maxLength: 40, example: 'upstream' })
  vendor!: string;

  /** First day of the book, UTC; by default 30 days before `to`, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day of the book, UTC; by default today. */
  @DayField({ optional: true })
  to?: string;

  /**
   * Whether to book what the vendor bills for work that has ended and whose cost is unknown to us, and for failed work
   * without a booked cost.
   */
  @BooleanField({ default: false })
  books_unknown!: boolean;
}

/** What the vendor bills for an order, named by `reference`, `vendor_id` or both. */
export class VendorBookEntry {
  /** The reference that was sent with the order. */
  @TextField({ maxLength: NAME_MAX_CHARS, optional: true, example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  reference?: string;

  /** The vendor's id for the order. */
  @TextField({ label: 'Id at the vendor', maxLength: NAME_MAX_CHARS, optional: true, example: 'v-10017' })
  vendor_id?: string;

  /** Its cost as the vendor bills it, in its credits or its currency; 0 for an order that it does not bill. */
  @NumberField({ min: 0, max: VENDOR_CREDITS_MAX, decimals: VENDOR_CREDITS_DECIMALS, example: 22.5 })
  credits!: number;
}

/** The vendor's book: either entries, or the text of a CSV file. */
export class ReconciliationRequest {
  /** The entries. */
  @ObjectListField({ type: () => VendorBookEntry, maxItems: ENTRIES_MAX, optional: true })
  entries?: VendorBookEntry[];

  /** CSV with a header line: `credits`, and `reference`, `vendor_id` (or `order_id`, `id`), or both. */
  @TextField({ label: 'CSV file', maxLength: CSV_MAX_CHARS, optional: true })
  csv?: string;
}
