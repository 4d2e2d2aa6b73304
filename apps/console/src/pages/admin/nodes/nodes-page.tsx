import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listNodesInfiniteOptions, searchNodesInfiniteOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { BulkActButton, type BulkFilter, LastBulkAct } from '../moderation/bulk-act.js';
import { NODE_FILTERS } from '../moderation/routes.js';
import { SearchField } from '../../../parts/search-field.js';

const route = getRouteApi('/signed-in/admin/nodes');
const PAGE = 50;
const FILTERS = {
  review: { needs_review: true },
  banned: { status: 'NodeStatusBanned' },
  deleted: { status: 'NodeStatusDeleted' },
} as const;

export function NodesPage(): ReactNode {
  const { search = '', show } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (values: { search?: string; show?: typeof show }): void => {
    const all = { search, show, ...values };
    void navigate({
      search: { ...(all.search ? { search: all.search } : {}), ...(all.show ? { show: all.show } : {}) },
      replace: true,
      resetScroll: false,
    });
  };
  const filter = bulkFilter(search, show);
  return (
    <Page title="Nodes" text="Every node, including banned and deleted ones.">
      <Group align="flex-end">
        <SearchField
          label={show === undefined ? 'Search nodes' : 'Id begins with'}
          placeholder={show === undefined ? 'Id, name, words, publisher' : 'my-node'}
          value={search}
          change={(text) => change({ search: text })}
        />
        <SegmentedControl
          aria-label="Status"
          value={show ?? 'all'}
          onChange={(value) => change({ show: NODE_FILTERS.find((known) => known === value) })}
          data={[
            { value: 'all', label: 'Active and banned' },
            { value: 'banned', label: 'Banned' },
            { value: 'deleted', label: 'Deleted' },
            { value: 'review', label: 'To review' },
          ]}
        />
        {filter && <BulkActButton key={JSON.stringify(filter)} filter={filter} />}
      </Group>
      <LastBulkAct />
      {show === undefined && search !== '' ? (
        <Found search={search} />
      ) : (
        <Listed prefix={search} filter={show === undefined ? { include_banned: true } : FILTERS[show]} />
      )}
    </Page>
  );
}

/** What is shown, as a filter of acts on many nodes; undefined where they do not apply. */
function bulkFilter(search: string, show: (typeof NODE_FILTERS)[number] | undefined): BulkFilter | undefined {
  if (show === 'deleted' || (show === undefined && search.trim() === '')) return undefined;
  if (show === undefined) return { search };
  return { ...FILTERS[show], ...(search === '' ? {} : { id_prefix: search }) };
}

function Found({ search }: { search: string }): ReactNode {
  const list = useInfiniteQuery({
    ...searchNodesInfiniteOptions({ query: { search, include_banned: true, limit: PAGE } }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Listing query={list} rowsOf={({ nodes }) => nodes} empty={<NoNodes />}>
      {(nodes) => <NodeRows nodes={nodes} />}
    </Listing>
  );
}

function Listed({
  prefix,
  filter,
}: {
  prefix: string;
  filter: (typeof FILTERS)[keyof typeof FILTERS] | { include_banned: true };
}): ReactNode {
  const list = useInfiniteQuery({
    ...listNodesInfiniteOptions({
      query: { ...filter, limit: PAGE, ...(prefix === '' ? {} : { id_prefix: prefix }) },
    }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Listing query={list} rowsOf={({ nodes }) => nodes} empty={<NoNodes />}>
      {(nodes) => <NodeRows nodes={nodes} />}
    </Listing>
  );
}

function NoNodes(): ReactNode {
  return (
    <Empty title="No nodes here">
      <Text>Try another search, or another status.</Text>
    </Empty>
  );
}

function NodeRows({ nodes }: { nodes: readonly NodeResponse[] }): ReactNode {
  return (
    <Rows
      caption="Nodes"
      rows={nodes}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Node',
          cell: ({ id, name }) => (
            <>
              <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId: id }}>
                {id}
              </PageLink>
              {name !== id && (
                <Text size="sm" c="dimmed">
                  {name}
                </Text>
              )}
            </>
          ),
        },
        {
          title: 'Publisher',
          cell: ({ publisher }) => (
            <PageLink inherit to="/admin/publishers/$publisherId" params={{ publisherId: publisher.id }}>
              {publisher.name}
            </PageLink>
          ),
        },
        { title: 'Status', cell: (node) => <NodeState node={node} /> },
        { title: 'Latest version', cell: (node) => node.latest_version?.version ?? 'none' },
        { title: 'Downloads', align: 'right', cell: ({ downloads }) => count(downloads) },
      ]}
    />
  );
}

function NodeState({ node }: { node: NodeResponse }): ReactNode {
  const isHidden = node.publisher.status === 'PublisherStatusBanned';
  const reason = node.review_reason ?? node.status_detail;
  return (
    <Stack gap={0} align="flex-start">
      <StatusBadge status={node.status} />
      {(reason !== '' || isHidden) && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {isHidden ? 'Its publisher is banned.' : reason}
        </Text>
      )}
    </Stack>
  );
}
