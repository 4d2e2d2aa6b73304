import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listNodesInfiniteOptions, searchNodesInfiniteOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { Page } from '../../../parts/page.js';
import { BulkActButton, type BulkFilter, LastBulkAct } from '../moderation/bulk-act.js';
import { NODE_COLUMNS, PUBLISHER_COLUMN } from '../node-columns.js';

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
const [NODE, ...FURTHER] = NODE_COLUMNS;
const COLUMNS = [NODE, PUBLISHER_COLUMN, ...FURTHER];

export function NodesPage(): ReactNode {
  const search = route.useSearch();
  const { search: words = '', show } = search;
  const filter = bulkFilter(words, show);
  const list = {
    caption: t`Nodes`,
    rowsOf: ({ nodes }: { nodes: NodeResponse[] }) => nodes,
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
    ...(show !== 'deleted' && { acts: actOnSelected }),
  } as const;
  const query = {
    limit: PAGE,
    ...(show === undefined ? { include_banned: true } : FILTERS[show]),
  };
  return (
    <Page title={t`Nodes`} text={t`Every node, including banned and deleted ones.`}>
      {show === undefined && words !== '' ? (
        <DataList
          {...list}
          query={searchNodesInfiniteOptions({ query: { search: words, include_banned: true, limit: PAGE } })}
        />
      ) : (
        <DataList
          {...list}
          query={listNodesInfiniteOptions({ query: { ...query, ...(words && { id_prefix: words }) } })}
        />
      )}
    </Page>
  );
}

export function actOnSelected(nodes: readonly NodeResponse[], clear: () => void): ReactNode {
  const ids = nodes.map(({ id }) => id);
  return <BulkActButton filter={{ node_ids: ids }} label={t`Act on selected`} onDone={clear} />;
}

/** What is shown, as a filter of acts on many nodes; undefined where they do not apply. */
function bulkFilter(search: string, show: keyof typeof FILTERS | undefined): BulkFilter | undefined {
  if (show === 'deleted' || (show === undefined && search.trim() === '')) return undefined;
  if (show === undefined) return { search };
  return { ...FILTERS[show], ...(search === '' ? {} : { id_prefix: search }) };
}
