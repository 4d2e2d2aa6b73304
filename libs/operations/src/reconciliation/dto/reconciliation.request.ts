import { BooleanField, DayField, NumberField, ObjectListField, TextField } from '#libs/platform/http';
import { VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from '#libs/media/providers';
import { ENTRIES_MAX } from '../vendor-book.js';

const CSV_MAX_CHARS = 4_000_000;
const NAME_MAX_CHARS = 512;

/** Whose book it is, and of which days. */
export class ReconciliationQuery {
  /** Name of the vendor, as `GET /admin/vendors` says it. */
  @TextField({ minLength: 1, maxLength: 40, example: 'upstream' })
  vendor!: string;

  /** First day of the book, UTC; 30 days before `to` when absent, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day of the book, UTC; today when absent. */
  @DayField({ optional: true })
  to?: string;

  /**
   * Whether to book what the vendor bills for orders of ended tasks of which we could not find out what they cost, and for failed work
   * for which nothing is booked.
   */
  @BooleanField({ default: false })
  books_unknown!: boolean;
}

/** What the vendor says that an order costs; `reference`, `vendor_id` or both name it. */
export class VendorBookEntry {
  /** The reference that was sent with the order. */
  @TextField({ maxLength: NAME_MAX_CHARS, optional: true, example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  reference?: string;

  /** The vendor's name for the order. */
  @TextField({ maxLength: NAME_MAX_CHARS, optional: true, example: 'v-10017' })
  vendor_id?: string;

  /** What it costs; 0 for an order that the vendor does not bill. */
  @NumberField({ min: 0, max: VENDOR_CREDITS_MAX, decimals: VENDOR_CREDITS_DECIMALS, example: 22.5 })
  credits!: number;
}

/** The book of a vendor: either as entries, or as the text of a CSV file. */
export class ReconciliationRequest {
  /** The entries. */
  @ObjectListField({ type: () => VendorBookEntry, maxItems: ENTRIES_MAX, optional: true })
  entries?: VendorBookEntry[];

  /** Lines of CSV that begin with names: `credits`, and `reference`, `vendor_id` (or `order_id`, `id`), or both. */
  @TextField({ maxLength: CSV_MAX_CHARS, optional: true })
  csv?: string;
}
