import * as v from 'valibot';
import { invalidFields } from '#libs/platform/http';
import type { JobPlace } from '#libs/platform/queue';

const INT_MAX = 2 ** 31 - 1;
const time = v.pipe(v.string(), v.isoTimestamp());
const Cursor = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    turn: v.pipe(v.number(), v.integer(), v.minValue(-INT_MAX), v.maxValue(INT_MAX)),
    created_at: time,
    dead_at: v.nullable(time),
    id: v.pipe(v.string(), v.uuid()),
  }),
);

/** A position in a list of jobs as an opaque text. */
export function toCursor(place: JobPlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The position of a cursor.
 * @throws InvalidRequest when it is not from a list of jobs.
 */
export function fromCursor(cursor: string | undefined): JobPlace | undefined {
  if (cursor === undefined) return undefined;
  const { success, output } = v.safeParse(Cursor, Buffer.from(cursor, 'base64url').toString());
  if (!success) throw invalidFields(['cursor must be the `next_cursor` of a page of the same list']);
  return output;
}
