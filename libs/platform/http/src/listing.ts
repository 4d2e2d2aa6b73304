import { invalidFields } from './request.pipe.js';

/** Rows that pages by number reach; each page reads over all rows before it. Source: completions §1, Paging. */
export const PAGED_ROWS_MAX = 10_000;

/** Largest number that is read as a page: one behind the bound gets an answer that says where to go on. */
export const PAGE_MAX = 2 ** 31 - 1;

/**
 * How many rows lie before a page.
 * @param advice What to do instead of reading on.
 * @throws InvalidRequest when the page begins behind row 10,000.
 */
export function pageOffset({ page, limit }: { page: number; limit: number }, advice: string): number {
  const offset = (page - 1) * limit;
  if (offset >= PAGED_ROWS_MAX) {
    throw invalidFields([`page must begin within the first ${PAGED_ROWS_MAX} rows; ${advice}`]);
  }
  return offset;
}

/** The text of a filter; a blank one does not restrict, as a form sends it that was left empty. */
export function filterText(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}
