import { ApiReplyHeaders } from '../requests/reply-headers.js';
import { setReplyHeader } from '../requests/request-context.js';
import { invalidFields } from '../fields/request.pipe.js';

/**
 * Rows that pages by number reach, and up to which totals are counted: each page reads over all rows before it.
 * Source: completions §1, Paging.
 */
export const LISTED_ROWS_MAX = 10_000;

/** Up to how many rows are counted: one more says that there are more. */
export const COUNTED_ROWS_MAX = LISTED_ROWS_MAX + 1;

/** Largest number that is read as a page: one past the bound gets an answer that says where to go on. */
export const PAGE_MAX = 2 ** 31 - 1;

/**
 * How many rows lie before a page.
 * @param advice What to do instead of reading on.
 * @throws InvalidRequest when the page begins past row 10,000.
 */
export function pageOffset({ page, limit }: { page: number; limit: number }, advice: string): number {
  const offset = (page - 1) * limit;
  if (offset >= LISTED_ROWS_MAX) {
    throw invalidFields([`page must begin within the first ${LISTED_ROWS_MAX} rows; ${advice}`]);
  }
  return offset;
}

/** How many rows a list has on all pages, at most `LISTED_ROWS_MAX`. */
export type ListTotal = {
  total: number;
  /** False when there are more, or when the total is an estimate. */
  totalIsExact: boolean;
};

/** The total of rows that were counted up to one more than `LISTED_ROWS_MAX`. */
export function listTotal(counted: number): ListTotal {
  return { total: Math.min(counted, LISTED_ROWS_MAX), totalIsExact: counted <= LISTED_ROWS_MAX };
}

/** Sets the header `X-Total-Exact` of the reply. */
export function setTotalHeader({ totalIsExact }: Pick<ListTotal, 'totalIsExact'>): void {
  setReplyHeader('X-Total-Exact', String(totalIsExact));
}

/** States the header that `setTotalHeader` sets, for the document. */
export const ApiListTotal = () => ApiReplyHeaders('X-Total-Exact');

/** The text of a filter; a blank one does not restrict, as a form sends it that was left empty. */
export function filterText(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}
