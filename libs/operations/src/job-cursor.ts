import { cursorValues, invalidFields } from '#libs/platform/http';
import type { ListedJobState } from '#libs/platform/queue';

const PRIORITY = /^-?\d{1,10}$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[\d:.+-]{1,15}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The values that identify the start of a page, for each list. */
const PARTS: Record<ListedJobState, readonly RegExp[]> = {
  waiting: [PRIORITY, TIME, ID],
  failed: [TIME, ID],
  active: [ID],
  dead: [TIME, ID],
};

/**
 * The position of a cursor.
 * @throws InvalidRequest when it is not from a list of jobs in this state.
 */
export function fromCursor(state: ListedJobState, cursor: string | undefined): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const place = cursorValues(cursor);
  const parts = PARTS[state];
  const isPlace =
    place.length === parts.length &&
    parts.every((part, at) => typeof place[at] === 'string' && part.test(place[at]));
  if (!isPlace) throw invalidFields(['cursor must be the `next_cursor` of a page of the same list']);
  return place as string[];
}
