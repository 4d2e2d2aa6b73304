import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listAuditEntriesInfiniteOptions, listAuditEntriesQueryKey } from '@atelier/client/react-query';
import { type AuditEntryResponse, listAuditEntries, type ListAuditEntriesData } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { ThingLink } from '../thing-link.js';
import { AuditFilters, type AuditSearch } from './audit-filters.js';
import { Difference } from './difference.js';

const route = getRouteApi('/signed-in/admin/audit');

const COLUMNS: readonly Column<AuditEntryResponse>[] = [
  { title: 'What', cell: (entry) => <What entry={entry} /> },
  { title: 'When', cell: ({ created_at }) => <Time value={created_at} /> },
  { title: 'Who', cell: (entry) => <Actor entry={entry} /> },
  { title: 'Why', cell: ({ reason }) => reason || '–' },
  { title: 'What changed', cell: ({ before, after }) => <Difference before={before} after={after} /> },
];

export function AuditPage(): ReactNode {
  const search = route.useSearch();
  const options = { query: queryOf(search) };
  const list = useInfiniteQuery({
    ...listAuditEntriesInfiniteOptions(options),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const news = useNews({
    queryKey: [...listAuditEntriesQueryKey(options), 'newest'],
    list,
    newest: async (signal) => {
      const query = { ...options.query, limit: 1 };
      const { data } = await listAuditEntries({ query, signal, throwOnError: true });
      return data.entries[0]?.id;
    },
    shown: list.data?.pages[0]?.entries[0]?.id,
    what: 'There are new entries.',
  });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page
      title="Audit log"
      text="What users did to their tokens, publishers, nodes and versions, and everything that admins did. Entries are never changed or removed."
    >
      <AuditFilters search={search} />
      <Listing
        query={list}
        rowsOf={({ entries }) => entries}
        empty={
          <Empty title={isFiltered ? 'No entry fits these filters' : 'No changes yet'}>
            {isFiltered && <PageLink to="/admin/audit">Show all entries</PageLink>}
          </Empty>
        }
        news={news}
      >
        {(entries) => <Rows caption="Audit log" columns={COLUMNS} rows={entries} rowKey={({ id }) => id} />}
      </Listing>
    </Page>
  );
}

function What({ entry }: { entry: AuditEntryResponse }): ReactNode {
  const { action, target_kind: kind, target_id: id, target_name: name } = entry;
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {action.slice(action.indexOf('.') + 1).replaceAll('_', ' ')} {kind.replaceAll('_', ' ')}
      </Text>
      <ThingLink kind={kind} id={id} name={name ?? id} />
    </Stack>
  );
}

/** The acting user, as a link to all acts of that user. */
function Actor({ entry: { actor_id: id, actor_name: name } }: { entry: AuditEntryResponse }): ReactNode {
  if (id === null)
    return (
      <Text c="dimmed" inherit>
        a deleted user
      </Text>
    );
  return (
    <PageLink
      to="/admin/audit"
      search={{ actor: id }}
      inherit
      style={{ overflowWrap: 'normal' }}
      aria-label={`Everything that ${name ?? id} did`}
    >
      {name ?? id}
    </PageLink>
  );
}

function queryOf({
  actor,
  action,
  kind,
  target,
  from,
  to,
}: AuditSearch): NonNullable<ListAuditEntriesData['query']> {
  return {
    ...(actor === undefined ? {} : { actor_id: actor }),
    ...(action === undefined ? {} : { action }),
    ...(kind === undefined ? {} : { target_kind: kind }),
    ...(target === undefined ? {} : { target_id: target }),
    ...(from === undefined ? {} : { from: startOfDay(from, 0) }),
    ...(to === undefined ? {} : { until: startOfDay(to, 1) }),
  };
}

/** Start of a day in the reader's zone, or of a later day. */
function startOfDay(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
