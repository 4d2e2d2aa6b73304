import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listNodesInfiniteOptions, searchNodesInfiniteOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { BulkActButton, type BulkFilter, LastBulkAct } from '../moderation/bulk-act.js';
import { NODE_COLUMN } from '../node-column.js';

const route = getRouteApi('/signed-in/admin/nodes');
const PAGE = 50;
const FILTERS = {
  review: { needs_review: true },
  banned: { status: 'NodeStatusBanned' },
  deleted: { status: 'NodeStatusDeleted' },
} as const;
const STATUSES = [
  { value: '', label: t`Active and banned` },
  { value: 'banned', label: t`Banned` },
  { value: 'deleted', label: t`Deleted` },
  { value: 'review', label: t`To review` },
];

const COLUMNS: readonly Column<NodeResponse>[] = [
  NODE_COLUMN,
  {
    title: t`Publisher`,
    text: ({ publisher }) => publisher.name,
    cell: ({ publisher: { id, name } }) => (
      <PageLink inherit to="/admin/publishers/$publisherId" params={{ publisherId: id }}>
        {name}
      </PageLink>
    ),
  },
  {
    title: t`Status`,
    status: ({ status }) => status,
    cell: (node) => (
      <TwoLines below={reasonOf(node)}>
        <StatusBadge status={node.status} />
      </TwoLines>
    ),
  },
  { title: t`Latest version`, text: (node) => node.latest_version?.version },
  { title: t`Downloads`, number: ({ downloads }) => downloads },
];

export function NodesPage(): ReactNode {
  const search = route.useSearch();
  const { search: words = '', show } = search;
  const filter = bulkFilter(words, show);
  const isFound = show === undefined && words !== '';
  const list = {
    caption: t`Nodes`,
    rowKey: ({ id }: NodeResponse) => id,
    columns: COLUMNS,
    search,
    filters: [
      {
        name: 'search',
        label: show === undefined ? t`Search nodes` : t`Id begins with`,
        placeholder: show === undefined ? t`Id, name, words, publisher` : 'my-node',
      },
      { name: 'show', label: t`Status`, choices: STATUSES, isTabs: true },
    ],
    beside: filter && <BulkActButton key={JSON.stringify(filter)} filter={filter} />,
    children: <LastBulkAct />,
    empty: t`No nodes yet`,
  } as const;
  return (
    <Page title={t`Nodes`} text={t`Every node, including banned and deleted ones.`}>
      {isFound ? (
        <DataList
          {...list}
          query={searchNodesInfiniteOptions({ query: { search: words, include_banned: true, limit: PAGE } })}
          rowsOf={({ nodes }) => nodes}
        />
      ) : (
        <DataList
          {...list}
          query={listNodesInfiniteOptions({
            query: {
              limit: PAGE,
              ...(show === undefined ? { include_banned: true } : FILTERS[show]),
              ...(words && { id_prefix: words }),
            },
          })}
          rowsOf={({ nodes }) => nodes}
        />
      )}
    </Page>
  );
}

/** What is shown, as a filter of acts on many nodes; undefined where they do not apply. */
function bulkFilter(search: string, show: keyof typeof FILTERS | undefined): BulkFilter | undefined {
  if (show === 'deleted' || (show === undefined && search.trim() === '')) return undefined;
  if (show === undefined) return { search };
  return { ...FILTERS[show], ...(search === '' ? {} : { id_prefix: search }) };
}

function reasonOf(node: NodeResponse): string {
  if (node.publisher.status === 'PublisherStatusBanned') return t`Its publisher is banned.`;
  return node.review_reason ?? node.status_detail;
}
