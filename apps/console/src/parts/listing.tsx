import { t } from '@lingui/core/macro';
import { Alert, Button, Center, Group, Stack, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure, Waiting } from './states.js';

/**
 * A list that is read page by page, with its states: loading, empty, failed, more. New rows are announced by `news`
 * and shown on request, so that nothing moves under the pointer.
 */
export function Listing<Page, Row>({
  query,
  rowsOf,
  empty,
  news,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>;
  rowsOf: (page: Page) => readonly Row[];
  empty: ReactNode;
  /** From `useNews`. */
  news?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}): ReactNode {
  if (query.isPending) return <Waiting />;
  if (query.isError && !query.data) return <Failure error={query.error} retry={() => void query.refetch()} />;
  const rows = query.data?.pages.flatMap(rowsOf) ?? [];
  return (
    <Stack gap="sm">
      {news}
      {rows.length === 0 ? empty : children(rows)}
      {query.isError && <Failure error={query.error} retry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.isError && (
        <Center>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >{t`Show more`}</Button>
        </Center>
      )}
    </Stack>
  );
}

/** Announces new rows, and shows them on request. */
export function News({ what, show }: { what: string; show: () => void }): ReactNode {
  return (
    <Alert variant="light" p="xs" role="status">
      <Group justify="space-between">
        <Text size="sm">{what}</Text>
        <Button size="xs" variant="default" onClick={show}>{t`Show`}</Button>
      </Group>
    </Alert>
  );
}
