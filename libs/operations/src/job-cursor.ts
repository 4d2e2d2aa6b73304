import * as v from 'valibot';
import { cursorText, cursorValues, invalidFields, isDateTime } from '#libs/platform/http';
import type { JobPlace, ListedJobState } from '#libs/platform/queue';

const INT_MAX = 2 ** 31 - 1;
const Time = v.pipe(v.string(), v.isoTimestamp(), v.check(isDateTime));
const Place = v.object({
  turn: v.pipe(v.number(), v.integer(), v.minValue(-INT_MAX), v.maxValue(INT_MAX)),
  created_at: Time,
  dead_at: v.nullable(Time),
  id: v.pipe(v.string(), v.uuid()),
});

/** A position in the list of jobs in a state as an opaque text. */
export function toCursor(state: ListedJobState, place: JobPlace): string {
  return cursorText([state, place]);
}

/**
 * The position of a cursor.
 * @throws InvalidRequest when it is not from a list of jobs in this state.
 */
export function fromCursor(state: ListedJobState, cursor: string | undefined): JobPlace | undefined {
  if (cursor === undefined) return undefined;
  const [of, place] = cursorValues(cursor);
  const { success, output } = v.safeParse(Place, place);
  if (!success || of !== state)
    throw invalidFields(['cursor must be the `next_cursor` of a page of the same list']);
  return output;
}
