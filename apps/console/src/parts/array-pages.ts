import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/**
 * Pages of a list whose reply is an array, for `useInfiniteQuery` and `Listing`: a header has the start of the next
 * page. Other lists have `next_cursor` and the generated `…InfiniteOptions()`.
 * @param read Calls the operation with the cursor in its query: `(cursor, signal) => listPublishers({ query: { cursor
 * }, … })`.
 */
export function arrayPages<Row>(
  queryKey: QueryKey,
  read: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ data: readonly Row[]; response: Response }>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { data: rows, response } = await read(pageParam, signal);
      return { rows, next: response.headers.get('X-Next-Cursor') };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
