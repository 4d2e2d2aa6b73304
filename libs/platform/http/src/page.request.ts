import { IntField } from './fields/number-fields.js';
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
