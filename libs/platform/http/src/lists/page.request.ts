import { IntField } from '../fields/number-fields.js';
import { TextField } from '../fields/text-fields.js';
import { PAGE_MAX } from './listing.js';

/** Which page of a list to read. Pages end at row 10,000. */
export class PageQuery {
  /** Page, from 1. */
  @IntField({ min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

/** Which page of a list to read, by its number or from a cursor on, which any depth is read by as fast as the first page. */
export class CursorQuery extends PageQuery {
  /** The `next_cursor` of the page before; it goes with the same conditions and without `page`. */
  @TextField({ minLength: 1, maxLength: 2_000, optional: true })
  cursor?: string;
}

/** Which page of a list without page numbers to read. */
export class NextPageQuery {
  /** The `next_cursor` of the page before. */
  @TextField({ minLength: 1, maxLength: 500, optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
