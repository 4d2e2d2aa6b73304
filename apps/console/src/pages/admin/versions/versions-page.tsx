import { Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  reviewNodeVersionsInfiniteOptions,
  reviewNodeVersionsInfiniteQueryKey,
} from '@atelier/client/react-query';
import { type NodeVersionResponse, reviewNodeVersions } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { VERSION_STATUSES } from '../moderation/routes.js';
import { SearchField } from '../../../parts/search-field.js';
import { reasonInWords } from '../../../parts/words.js';

const route = getRouteApi('/signed-in/admin/versions');
const PAGE = 50;
const STATUSES = {
  active: 'NodeVersionStatusActive',
  pending: 'NodeVersionStatusPending',
  flagged: 'NodeVersionStatusFlagged',
  banned: 'NodeVersionStatusBanned',
  deleted: 'NodeVersionStatusDeleted',
} satisfies Record<(typeof VERSION_STATUSES)[number], NodeVersionResponse['status']>;

export function VersionsPage(): ReactNode {
  const { node = '', status } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    limit: PAGE,
    ...(node === '' ? {} : { node_id: node }),
    ...(status === undefined ? {} : { statuses: [STATUSES[status]] }),
  };
  const list = useInfiniteQuery({
    ...reviewNodeVersionsInfiniteOptions({ query }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const news = useNews({
    queryKey: [...reviewNodeVersionsInfiniteQueryKey({ query }), 'news'],
    list,
    newest: async (signal) => {
      const { data } = await reviewNodeVersions({
        query: { ...query, limit: 1 },
        signal,
        throwOnError: true,
      });
      return data.versions[0]?.id;
    },
    shown: list.data?.pages[0]?.versions[0]?.id,
    what: 'There are new versions.',
  });
  const change = (values: { node?: string; status?: typeof status }): void => {
    const all = { node, status, ...values };
    void navigate({
      search: { ...(all.node ? { node: all.node } : {}), ...(all.status ? { status: all.status } : {}) },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Page title="Versions" text="Published versions, newest first.">
      <Group align="flex-end">
        <SearchField
          label="Id of the node"
          placeholder="my-node"
          value={node}
          change={(text) => change({ node: text })}
        />
        <SegmentedControl
          aria-label="Status"
          value={status ?? 'all'}
          onChange={(value) => change({ status: VERSION_STATUSES.find((known) => known === value) })}
          data={[
            { value: 'all', label: 'All' },
            ...VERSION_STATUSES.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            })),
          ]}
        />
      </Group>
      <Listing
        query={list}
        rowsOf={({ versions }) => versions}
        news={news}
        empty={
          <Empty title="No versions here">
            <Text>Try another node, or another status.</Text>
          </Empty>
        }
      >
        {(versions) => <VersionRows versions={versions} />}
      </Listing>
    </Page>
  );
}

function VersionRows({ versions }: { versions: readonly NodeVersionResponse[] }): ReactNode {
  return (
    <Rows
      caption="Versions"
      rows={versions}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Version',
          cell: ({ id, node_id: nodeId, version }) => (
            <PageLink
              inherit
              to="/admin/nodes/$nodeId/versions/$versionId"
              params={{ nodeId, versionId: id }}
            >
              {nodeId} {version}
            </PageLink>
          ),
        },
        { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          title: 'Why',
          cell: ({ status_reason: reason }) => (
            <Text size="sm" lineClamp={2}>
              {reasonInWords(reason) || '–'}
            </Text>
          ),
        },
        { title: 'Published', cell: ({ createdAt }) => <Time value={createdAt} /> },
      ]}
    />
  );
}
