import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { News } from './listing.js';

const LOOK_EVERY_MS = 15_000;

/**
 * Looks now and then whether a list has a newer first row than the one shown, while the page is seen.
 * @param newest Reads the id of the newest row, of one row only.
 * @param shown The id of the first row shown; undefined while nothing is.
 */
export function useNews({
  queryKey,
  list,
  newest,
  shown,
  what,
}: {
  /** Of the look itself; that of the list with a word behind it. */
  queryKey: QueryKey;
  list: UseInfiniteQueryResult<InfiniteData<unknown>, unknown>;
  newest: (signal: AbortSignal) => Promise<string | undefined>;
  shown: string | undefined;
  /** `There are new tasks.` */
  what: string;
}): ReactNode {
  const queries = useQueryClient();
  const look = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await newest(signal)) ?? null,
    enabled: list.isSuccess,
    refetchInterval: LOOK_EVERY_MS,
    initialData: shown ?? null,
    staleTime: LOOK_EVERY_MS,
  });
  if (!look.data || look.data === shown || list.isFetching) return null;
  const show = (): void => {
    queries.removeQueries({ queryKey });
    void list.refetch();
  };
  return <News what={what} show={show} />;
}
