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
 * Checks now and then, while the page is visible, whether a list has a newer first row than the one shown.
 * @param newest Reads the id of the newest row, by requesting one row.
 * @param shown The id of the first row shown; undefined while there is none.
 */
export function useNews({
  queryKey,
  list,
  newest,
  shown,
  what,
  isOn = true,
}: {
  /** Key of the check: that of the list with a further word. */
  queryKey: QueryKey;
  list: UseInfiniteQueryResult<InfiniteData<unknown>, unknown>;
  newest: (signal: AbortSignal) => Promise<string | undefined>;
  shown: string | undefined;
  /** `There are new tasks.` */
  what: string;
  isOn?: boolean;
}): ReactNode {
  const queries = useQueryClient();
  const look = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await newest(signal)) ?? null,
    enabled: isOn && list.isSuccess,
    refetchInterval: LOOK_EVERY_MS,
    initialData: shown ?? null,
    staleTime: LOOK_EVERY_MS,
  });
  if (!isOn || !look.data || look.data === shown || list.isFetching) return null;
  const show = (): void => {
    queries.removeQueries({ queryKey });
    void list.refetch();
  };
  return <News what={what} show={show} />;
}
