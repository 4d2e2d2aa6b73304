import type { Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import type { NodeSearchSort } from './search-request.js';
import { placeOf, walkAfter } from './search-sql.js';
import type { Tiers } from './search-tiers.js';

/** The position of a row: in the order, and in which tier. */
export type Place = {
  readonly value: string | null;
  readonly rankKey: string;
  readonly id: string;
  /** 1-based; null when the row matches no tier. */
  readonly tier: number | null;
};

/** Rows as a statement gives them: parallel arrays, in order. */
export type Found = {
  readonly ids: string[];
  readonly rankKeys: string[];
  readonly tiers: number[];
};

export const NONE_FOUND: Found = { ids: [], rankKeys: [], tiers: [] };

/** Before all rows of the ranking. */
export const FIRST_PLACE: Place = {
  value: null,
  rankKey: '00000000-0000-0000-0000-000000000000',
  id: '',
  tier: null,
};

/** The place of row `id`; undefined when there is none. */
export async function findPlace(
  database: SearchDatabase,
  sort: NodeSearchSort,
  id: string,
  tiers: Tiers,
): Promise<Place | undefined> {
  const [place] = await database.query<Place>(placeOf(sort), [id, tiers.map((tier) => tier.text)]);
  return place;
}

/** The next rows of a browsed order; undefined when row `id` is gone. */
export async function browseAfter(
  database: SearchDatabase,
  scope: Scope,
  id: string,
): Promise<string[] | undefined> {
  const place = await findPlace(database, scope.sort, id, []);
  if (place === undefined) return undefined;
  return (await walkFrom(database, scope, place, { needed: scope.limit, walked: scope.limit, text: null }))
    .ids;
}

/** The first `needed` matches among the next `walked` rows after a place. */
export async function walkFrom(
  database: SearchDatabase,
  { visible, sort }: Scope,
  { value, rankKey, id }: Place,
  { needed, walked, text }: { needed: number; walked: number; text: string | null },
): Promise<Found> {
  const parameters = [...visible, value, rankKey, id, needed, walked, text];
  const [row] = await database.query<Found>(walkAfter(sort), parameters);
  return row ?? NONE_FOUND;
}
