import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reviewNodeVersionsInfiniteOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { inWords, reasonInWords } from '../../../parts/words.js';
import { VERSION_STATUSES } from '../moderation/routes.js';

const route = getRouteApi('/signed-in/admin/versions');
const PAGE = 50;
const STATUSES = {
  active: 'NodeVersionStatusActive',
  pending: 'NodeVersionStatusPending',
  flagged: 'NodeVersionStatusFlagged',
  banned: 'NodeVersionStatusBanned',
  deleted: 'NodeVersionStatusDeleted',
} as const;
const CHOICES = [
  { value: '', label: t`All` },
  ...VERSION_STATUSES.map((value) => ({ value, label: inWords(value) })),
];
const FOUND = [
  { value: '', label: t`All` },
  { value: 'warnings', label: t`With warnings` },
];

const COLUMNS: readonly Column<NodeVersionResponse>[] = [
  {
    title: t`Version`,
    text: ({ node_name: name, version }) => `${name} ${version}`,
    cell: ({ id, node_id: nodeId, node_name: name, version }) => (
      <TwoLines below={name === nodeId ? null : nodeId}>
        <PageLink inherit to="/admin/nodes/$nodeId/versions/$versionId" params={{ nodeId, versionId: id }}>
          {name} {version}
        </PageLink>
      </TwoLines>
    ),
  },
  { title: t`Status`, status: ({ status }) => status },
  {
    title: t`Why`,
    narrow: ({ status_reason: reason }) => reasonInWords(reason) !== '',
    cell: ({ status_reason: reason }) => (
      <Text size="sm" lineClamp={2}>
        {reasonInWords(reason) || '–'}
      </Text>
    ),
  },
  { title: t`Published`, time: ({ createdAt }) => createdAt },
];

export function VersionsPage(): ReactNode {
  const search = route.useSearch();
  const query = {
    limit: PAGE,
    ...(search.node && { node_id: search.node }),
    ...(search.found && { has_warnings: true }),
    ...(search.status && { statuses: [STATUSES[search.status]] }),
  };
  return (
    <Page
      title={t`Versions`}
      text={t`Versions of all nodes, newest first. A warning of the check does not hold a version, but is worth a look.`}
    >
      <DataList
        caption={t`Versions`}
        query={reviewNodeVersionsInfiniteOptions({ query })}
        rowsOf={({ versions }) => versions}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          { name: 'node', label: t`Id of the node`, placeholder: 'my-node' },
          { name: 'status', label: t`Status`, choices: CHOICES, isTabs: true },
          { name: 'found', label: t`Check`, choices: FOUND, isTabs: true },
        ]}
        news={t`There are new versions.`}
        empty={t`No versions yet`}
      />
    </Page>
  );
}
