import { isStorableText } from '#libs/platform/database';
import { cursorText, cursorValues, invalidFields } from '#libs/platform/http';
import { SEARCH_STAGES, type SearchPlace } from '#libs/registry/search';

/** Where a search continues: after the last node of a page. */
export type SearchCursor = SearchPlace & {
  readonly page: number;
};

/** An opaque text that only `readSearchCursor` understands. */
export function searchCursor({ id, stage, total, totalIsExact, page }: SearchCursor): string {
  return cursorText([id, stage, total, totalIsExact, page]);
}

/** @throws InvalidRequest for a text that is not from a reply. */
export function readSearchCursor(text: string): SearchCursor {
  const [id, stageName, total, totalIsExact, page] = cursorValues(text);
  const stage = SEARCH_STAGES.find((known) => known === stageName);
  const isRead =
    typeof id === 'string' &&
    isStorableText(id) &&
    stage &&
    isCount(total) &&
    typeof totalIsExact === 'boolean' &&
    isCount(page);
  if (!isRead) throw unknownSearchCursor();
  return { id, stage, total, totalIsExact, page };
}

export function unknownSearchCursor(): Error {
  return invalidFields([
    'cursor must be the one of a next page, with the same conditions; start again without it',
  ]);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
