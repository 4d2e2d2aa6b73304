import { invalidFields } from '../fields/request.pipe.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The place of a row in a list as an opaque text. */
export function cursorText(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values that `cursorText` was given; none in any other text. */
export function cursorValues(text: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/**
 * A page of a list, and where the next one begins; null on the last.
 * @param found The rows of the page, and one more where the list goes on.
 * @param cursorAfter Names the place after a row.
 */
export function cursorPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (row: Row) => string,
): { rows: Row[]; next_cursor: string | null } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next_cursor: last === undefined ? null : cursorAfter(last) };
}

/** The id in a cursor that names a row by it. @throws InvalidRequest for a cursor that is not from a reply. */
export function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [id] = cursorValues(cursor);
  if (typeof id === 'string' && UUID.test(id)) return id;
  throw invalidFields(['cursor must be the next_cursor of a page; start again without it']);
}
