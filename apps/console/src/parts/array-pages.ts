import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

type PageParam = { query?: { cursor?: string; limit?: number } };

/**
 * Pages of a list whose reply is an array, for `DataList` or `useInfiniteQuery`: a header has the start of the next
 * page. Other lists have `next_cursor` and the generated `…InfiniteOptions()`.
 * @param read Calls the operation with the page in its query: `(page, signal) => listPublishers({ query: page, … })`.
 */
export function arrayPages<Row>(
  queryKey: QueryKey,
  read: (
    page: NonNullable<PageParam['query']>,
    signal: AbortSignal,
  ) => Promise<{ data: readonly Row[]; response: Response }>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { data: rows, response } = await read(pageParam.query ?? {}, signal);
      return { rows, next_cursor: response.headers.get('X-Next-Cursor') };
    },
    initialPageParam: {} as PageParam,
    getNextPageParam: ({ next_cursor: cursor }): PageParam | undefined =>
      cursor === null ? undefined : { query: { cursor } },
  });
}
