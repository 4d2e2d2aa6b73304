import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listOfPublisherInfiniteOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import type { Column } from '../../../parts/rows.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { reasonInWords } from '../../../parts/words.js';
import type { VersionStatus } from '../routes.js';

const STATUSES: Record<VersionStatus, { wire: NodeVersionResponse['status']; label: string }> = {
  active: { wire: 'NodeVersionStatusActive', label: t`Active` },
  pending: { wire: 'NodeVersionStatusPending', label: t`Pending` },
  flagged: { wire: 'NodeVersionStatusFlagged', label: t`Flagged` },
  banned: { wire: 'NodeVersionStatusBanned', label: t`Banned` },
  deleted: { wire: 'NodeVersionStatusDeleted', label: t`Deleted` },
};
const CHOICES = Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }));

/** The versions of a publisher or of one of its nodes, newest first, of any status. */
export function VersionList({
  publisherId,
  nodeId,
  search,
}: {
  publisherId: string;
  nodeId?: string;
  search: { tab?: string | undefined; status?: VersionStatus | undefined };
}): ReactNode {
  const query = {
    ...(nodeId !== undefined && { node_id: nodeId }),
    ...(search.status && { statuses: [STATUSES[search.status].wire] }),
    limit: 30,
  };
  return (
    <Stack>
      <DataList
        caption={t`Versions`}
        query={listOfPublisherInfiniteOptions({ path: { publisherId }, query })}
        rowsOf={({ versions }) => versions}
        rowKey={({ id }) => id}
        columns={columns(publisherId, nodeId === undefined)}
        search={search}
        filters={[{ name: 'status', label: t`Status`, choices: CHOICES }]}
        news={t`There are new versions.`}
        empty={t`No versions yet`}
        emptyHint={
          <>
            <Text c="dimmed">{t`Drop the zip of a package to publish the first one.`}</Text>
            <ButtonLink
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={nodeId === undefined ? {} : { node: nodeId }}
            >{t`Publish a version`}</ButtonLink>
          </>
        }
      />
    </Stack>
  );
}

function columns(publisherId: string, showsNode: boolean): Column<NodeVersionResponse>[] {
  const nameOf = ({ node_id: node, version }: NodeVersionResponse): string =>
    showsNode ? `${node} ${version}` : version;
  return [
    {
      title: t`Version`,
      text: nameOf,
      cell: (version) =>
        version.status === 'NodeVersionStatusDeleted' ? (
          nameOf(version)
        ) : (
          <PageLink
            to="/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId"
            params={{ publisherId, nodeId: version.node_id, versionId: version.version }}
          >
            {nameOf(version)}
          </PageLink>
        ),
    },
    {
      title: t`Status`,
      status: ({ status }) => status,
      cell: ({ status, deprecated, status_reason: reason }) => (
        <Stack gap={2} align="flex-start">
          <Group gap={4}>
            <StatusBadge status={status} />
            {deprecated && <Badge color="gray">{t`deprecated`}</Badge>}
          </Group>
          {reason && (
            <Text size="sm" lineClamp={2}>
              {reasonInWords(reason)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      title: t`Changelog`,
      text: ({ changelog }) => changelog,
      cell: ({ changelog }) => (
        <Text size="sm" lineClamp={2}>
          {changelog || '–'}
        </Text>
      ),
    },
    { title: t`Published`, time: ({ createdAt }) => createdAt },
  ];
}
