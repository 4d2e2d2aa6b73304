import { isDatabaseUnavailable } from '#libs/platform/database';

/**
 * Stores all in one transaction; when one of them ends it, each in its own, so that what is wrong with one is no reason to
 * refuse others.
 * @param together The results of those that it has stored.
 * @throws what `together` does when the database went away: the commit may have happened, or nothing would.
 */
export async function togetherOrAlone<Item, Result>(
  all: readonly Item[],
  together: (all: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
  alone: (one: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const stored = all.length === 1 ? undefined : await together(all).catch(unlessUnavailable);
  return Promise.allSettled(
    all.map(async (one) => (stored?.has(one) ? (stored.get(one) as Result) : alone(one))),
  );
}

function unlessUnavailable(error: unknown): undefined {
  if (isDatabaseUnavailable(error)) throw error;
}
