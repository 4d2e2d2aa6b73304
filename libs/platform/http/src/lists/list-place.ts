import { isStorableText } from '#libs/platform/database';
import { type ListTotal, pageOffset } from './listing.js';
import type { CursorQuery } from './page.request.js';
import { invalidFields } from '../fields/request.pipe.js';
import { cursorPage, cursorText, cursorValues } from './cursor.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What kind of column a list goes by. */
type KeyKind = 'text' | 'uuid';

/** The rows of a list that a request asks for: a page by its number, or the rows after one that a cursor names. */
export type ListPlace = {
  page: number;
  limit: number;
  /** How many rows to leave out; 0 with a cursor. */
  offset: number;
  /** The columns that the list goes by, of the last row of the page before; undefined without a cursor. */
  after: readonly string[] | undefined;
  /** What the page before has counted already. */
  counted: ListTotal | undefined;
};

/** A page of a list, and what it says of the whole. */
export type ListPage<Row> = ListTotal & {
  page: number;
  limit: number;
  rows: Row[];
  /** Where the next page begins; null on the last. */
  nextCursor: string | null;
};

/**
 * Where to read a list that goes by columns of these kinds.
 * @param advice What to do instead of reading pages on past the bound; without it the list has pages to its end.
 * @throws InvalidRequest for a page past the bound, or a cursor that no reply gave.
 */
export function listPlace(query: CursorQuery, kinds: readonly KeyKind[], advice?: string): ListPlace {
  const { page, limit, cursor } = query;
  if (cursor !== undefined) return { limit, offset: 0, ...readCursor(cursor, kinds) };
  const offset =
    advice === undefined
      ? (page - 1) * limit
      : pageOffset({ page, limit }, `follow next_cursor, or ${advice}`);
  return { page, limit, offset, after: undefined, counted: undefined };
}

/**
 * The page at a place.
 * @param found Its rows, and one more where the list goes on.
 * @param keyOf The columns of a row that the list goes by.
 */
export function listPage<Row>(
  { page, limit }: ListPlace,
  found: readonly Row[],
  keyOf: (row: Row) => readonly string[],
  { total, totalIsExact }: ListTotal,
): ListPage<Row> {
  const { rows, next_cursor: nextCursor } = cursorPage(found, limit, (last) =>
    cursorText([page + 1, total, totalIsExact, ...keyOf(last)]),
  );
  return { page, limit, rows, total, totalIsExact, nextCursor };
}

function readCursor(text: string, kinds: readonly KeyKind[]): Pick<ListPlace, 'page' | 'after' | 'counted'> {
  const [page, total, totalIsExact, ...after] = cursorValues(text);
  const isRead =
    isCount(page) && isCount(total) && typeof totalIsExact === 'boolean' && after.length === kinds.length;
  if (!isRead || !after.every((key, index): key is string => isKey(key, kinds[index])))
    throw invalidFields(['cursor must be the next_cursor of a page of this list']);
  return { page, after, counted: { total, totalIsExact } };
}

function isKey(value: unknown, kind: KeyKind | undefined): boolean {
  return typeof value === 'string' && isStorableText(value) && (kind !== 'uuid' || UUID.test(value));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
