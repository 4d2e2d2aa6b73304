import { Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublishersQueryKey } from '@atelier/client/react-query';
import { listPublishers, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { PUBLISHER_STATUSES, PUBLISHERS_ALONE } from '../moderation/routes.js';
import { SearchField } from '../../../parts/search-field.js';

const route = getRouteApi('/signed-in/admin/publishers');
const PAGE = 50;
const MEMBERS_NAMED = 3;
const STATUSES = { active: 'PublisherStatusActive', banned: 'PublisherStatusBanned' } as const;

export function PublishersPage(): ReactNode {
  const { search = '', status, alone } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    limit: PAGE,
    ...(search === '' ? {} : { search }),
    ...(status === undefined ? {} : { status: STATUSES[status] }),
    ...(alone === undefined ? {} : { [alone]: true }),
  };
  const list = useInfiniteQuery({
    ...arrayPages(listPublishersQueryKey({ query }), (cursor, signal) =>
      listPublishers({
        query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
        signal,
        throwOnError: true,
      }),
    ),
    placeholderData: keepPreviousData,
  });
  const change = (values: { search?: string; status?: typeof status; alone?: typeof alone }): void => {
    const all = { search, status, alone, ...values };
    void navigate({
      search: {
        ...(all.search ? { search: all.search } : {}),
        ...(all.status ? { status: all.status } : {}),
        ...(all.alone ? { alone: all.alone } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Page
      title="Publishers"
      text="The publishers of nodes. A ban stops a publisher's writes and hides its nodes."
    >
      <Group align="flex-end">
        <SearchField
          label="Search publishers"
          placeholder="Part of the id or name"
          value={search}
          change={(text) => change({ search: text })}
        />
        <SegmentedControl
          aria-label="Status"
          value={status ?? 'all'}
          onChange={(value) => change({ status: PUBLISHER_STATUSES.find((known) => known === value) })}
          data={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'banned', label: 'Banned' },
          ]}
        />
        <SegmentedControl
          aria-label="Activity"
          value={alone ?? 'all'}
          onChange={(value) => change({ alone: PUBLISHERS_ALONE.find((known) => known === value) })}
          data={[
            { value: 'all', label: 'All' },
            { value: 'orphaned', label: 'Without an active member' },
            { value: 'stale', label: 'Silent for a year' },
          ]}
        />
      </Group>
      <Listing
        query={list}
        rowsOf={({ rows }) => rows}
        empty={
          <Empty title="No publishers here">
            <Text>
              {search === '' && status === undefined && alone === undefined
                ? 'They appear here when one is created.'
                : 'Try another search, or all of them.'}
            </Text>
          </Empty>
        }
      >
        {(publishers) => (
          <Rows
            caption="Publishers"
            rows={publishers}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Publisher',
                cell: ({ id, name }) => (
                  <>
                    <PageLink inherit to="/admin/publishers/$publisherId" params={{ publisherId: id }}>
                      {name}
                    </PageLink>
                    {name !== id && (
                      <Text size="sm" c="dimmed">
                        {id}
                      </Text>
                    )}
                  </>
                ),
              },
              {
                title: 'Status',
                cell: ({ status: is, ban_reason: reason }) => (
                  <>
                    <StatusBadge status={is} />
                    {reason && (
                      <Text size="sm" c="dimmed" lineClamp={2}>
                        {reason}
                      </Text>
                    )}
                  </>
                ),
              },
              { title: 'Members', cell: memberNames },
              { title: 'Since', cell: ({ createdAt }) => <Time value={createdAt} /> },
            ]}
          />
        )}
      </Listing>
    </Page>
  );
}

function memberNames({ members }: PublisherResponse): string {
  const accepted = members.filter(({ invited }) => invited !== true).map(({ user }) => user.name);
  if (accepted.length === 0) return 'none';
  const further = accepted.length - MEMBERS_NAMED;
  return accepted.slice(0, MEMBERS_NAMED).join(', ') + (further > 0 ? ` and ${further} more` : '');
}
