import { t } from '@lingui/core/macro';
import { Affix, Button, Group, Paper, Text } from '@mantine/core';
import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  type SkipToken,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Column } from './columns.js';
import { type Filter, Filters, isFiltered } from './filters.js';
import { Listing } from './listing.js';
import { Rows } from './rows.js';
import { Empty } from './states.js';
import { useNews } from './use-news.js';

type Paged = { next_cursor?: string | null | undefined };

type Props<Page extends Paged, Row, Search extends object> = {
  /** Describes the rows, for screen readers. */
  caption: string;
  /** From a generated `…InfiniteOptions()`, or from `arrayPages`. */
  query: { queryKey: QueryKey; queryFn?: QueryFunction<Page, never, never> | SkipToken | undefined };
  rowsOf: (page: Page) => readonly Row[];
  /** Unless all rows are drawn another way. */
  columns?: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Title of the empty list, and what to do then. */
  empty: string;
  emptyHint?: ReactNode;
  /** Announces new rows, such as `There are new users.`: for lists that begin with the newest. */
  news?: string | undefined;
  /** From `useSearch()` of the route; with the filters that the list has. */
  search?: Search;
  filters?: readonly Filter<keyof Search & string>[];
  /** What stands at the end of the filters. */
  beside?: ReactNode;
  /** What stands between the filters and the list. */
  children?: ReactNode;
  /** Acts in bulk: rows can be selected, and a bar at the end of the window has these buttons. */
  acts?: (selected: readonly Row[], clear: () => void) => ReactNode;
  /** Changes the rows that are shown, such as to their current state. */
  current?: (row: Row) => Row;
  /** Shows the rows another way than as a table, such as by their pictures. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** How often the rows shown are read again. */
  refetchInterval?: Interval | ((rows: readonly Row[]) => Interval);
};

type Interval = number | false;

/** A list read page by page: filters, states, news, a table that can be sorted, and acts in bulk. */
export function DataList<Page extends Paged, Row, Search extends object>(
  props: Props<Page, Row, Search>,
): ReactNode {
  const { query, rowsOf, rowKey, empty, emptyHint, news: what, filters = [], beside, children } = props;
  const search = props.search ?? ({} as Search);
  const list = usePages(props);
  const first = list.data?.pages[0];
  const [newest] = first ? rowsOf(first) : [];
  const news = useNews({
    queryKey: [...query.queryKey, 'news'],
    list,
    isOn: what !== undefined,
    newest: async (signal) => {
      const [row] = rowsOf(await pageOf(query, { query: { limit: 1 } }, signal));
      return row && rowKey(row);
    },
    shown: newest && rowKey(newest),
    what: what ?? '',
  });
  return (
    <>
      {(filters.length > 0 || beside) && (
        <Filters search={search} filters={filters}>
          {beside}
        </Filters>
      )}
      {children}
      <Listing
        query={list}
        rowsOf={rowsOf}
        news={news}
        empty={
          isFiltered(search, filters) ? (
            <Empty title={t`Nothing matches`}>
              <Text>{t`Change the search or clear the filters.`}</Text>
            </Empty>
          ) : (
            <Empty title={empty}>{emptyHint}</Empty>
          )
        }
      >
        {(all) => {
          const rows = props.current ? all.map(props.current) : all;
          return props.draw?.(rows) ?? <Selectable {...props} rows={rows} isPartial={list.hasNextPage} />;
        }}
      </Listing>
    </>
  );
}

type Query<Page> = Props<Paged & Page, unknown, object>['query'];

function usePages<Page extends Paged, Row, Search extends object>({
  query,
  rowsOf,
  news,
  refetchInterval = false,
}: Props<Page, Row, Search>) {
  return useInfiniteQuery({
    queryKey: query.queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(query, pageParam, signal),
    initialPageParam: {} as PageParam,
    getNextPageParam: ({ next_cursor: cursor }): PageParam | undefined =>
      cursor ? { query: { cursor } } : undefined,
    placeholderData: keepPreviousData,
    // News are announced, and shown on request.
    refetchOnWindowFocus: news === undefined,
    refetchInterval: ({ state: { data } }) =>
      typeof refetchInterval === 'function'
        ? refetchInterval(data?.pages.flatMap(rowsOf) ?? [])
        : refetchInterval,
  }) as UseInfiniteQueryResult<{ pages: Page[]; pageParams: unknown[] }, unknown>;
}

type PageParam = { query?: { cursor?: string; limit?: number } };

/** One page, read by the function that the generated options have. */
function pageOf<Page>(
  { queryKey, queryFn }: Query<Page>,
  pageParam: PageParam,
  signal: AbortSignal,
): Promise<Page> {
  const read = queryFn as (context: {
    queryKey: QueryKey;
    pageParam: PageParam;
    signal: AbortSignal;
  }) => Promise<Page>;
  return read({ queryKey, pageParam, signal });
}

function Selectable<Row>({
  caption,
  columns = [],
  rows,
  rowKey,
  acts,
  isPartial,
}: Pick<Props<Paged, Row, object>, 'caption' | 'columns' | 'rowKey' | 'acts'> & {
  rows: readonly Row[];
  isPartial: boolean;
}): ReactNode {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => keys.has(rowKey(row)));
  const clear = (): void => setKeys(new Set());
  return (
    <>
      <Rows
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        isSortable
        isPartial={isPartial}
        selection={acts && { keys, change: setKeys }}
      />
      {acts && selected.length > 0 && (
        <Affix position={{ bottom: 16, left: 0, right: 0 }} withinPortal={false}>
          <Paper
            component="section"
            aria-label={t`Selection`}
            shadow="md"
            p="sm"
            mx="auto"
            w="fit-content"
            maw="95vw"
          >
            <Group gap="sm">
              <Text size="sm" role="status">{t`${selected.length} selected`}</Text>
              {acts(selected, clear)}
              <Button variant="subtle" color="gray" onClick={clear}>{t`Clear selection`}</Button>
            </Group>
          </Paper>
        </Affix>
      )}
    </>
  );
}
