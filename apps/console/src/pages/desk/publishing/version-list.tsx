import { t } from '@lingui/core/macro';
import { Badge, Group, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listOfPublisherInfiniteOptions, listOfPublisherInfiniteQueryKey } from '@atelier/client/react-query';
import { listOfPublisher, type NodeVersionResponse } from '@atelier/client/api';
import { Listing } from '../../../parts/listing.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { reasonInWords } from '../../../parts/words.js';
import { VERSION_STATUSES } from '../routes.js';

const PAGE_SIZE = 30;

type Status = (typeof VERSION_STATUSES)[number];

/** The versions of a publisher or of one of its nodes, newest first, of any status. */
export function VersionList({
  publisherId,
  nodeId,
  status,
  onStatus,
}: {
  publisherId: string;
  nodeId?: string;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}): ReactNode {
  const options = {
    path: { publisherId },
    query: {
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      ...(status ? { statuses: [wireStatus(status)] } : {}),
      limit: PAGE_SIZE,
    },
  };
  const list = useInfiniteQuery({
    ...listOfPublisherInfiniteOptions(options),
    initialPageParam: { path: options.path },
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
  });
  const news = useNews({
    queryKey: [...listOfPublisherInfiniteQueryKey(options), 'newest'],
    list,
    shown: list.data?.pages[0]?.versions[0]?.id,
    what: t`There are new versions.`,
    newest: async (signal) => {
      const query = { ...options.query, limit: 1 };
      const { data } = await listOfPublisher({ ...options, query, signal, throwOnError: true });
      return data.versions[0]?.id;
    },
  });
  return (
    <Stack>
      <Select
        label={t`Status`}
        placeholder={t`All`}
        clearable
        maw={220}
        data={[...VERSION_STATUSES]}
        value={status ?? null}
        onChange={(value) => onStatus((value as Status | null) ?? undefined)}
      />
      <Listing
        query={list}
        rowsOf={({ versions }) => versions}
        news={news}
        empty={<NoVersions publisherId={publisherId} nodeId={nodeId} isFiltered={status !== undefined} />}
      >
        {(versions) => (
          <Rows
            caption={t`Versions`}
            rows={versions}
            rowKey={({ id }) => id}
            columns={columns(publisherId, nodeId === undefined)}
          />
        )}
      </Listing>
    </Stack>
  );
}

function columns(publisherId: string, showsNode: boolean): Column<NodeVersionResponse>[] {
  return [
    {
      title: t`Version`,
      cell: ({ node_id: nodeId, version, status }) => {
        const name = showsNode ? `${nodeId} ${version}` : version;
        if (status === 'NodeVersionStatusDeleted') return name;
        return (
          <PageLink
            to="/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId"
            params={{ publisherId, nodeId, versionId: version }}
          >
            {name}
          </PageLink>
        );
      },
    },
    {
      title: t`Status`,
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
      cell: ({ changelog }) =>
        changelog ? (
          <Text size="sm" lineClamp={2}>
            {changelog}
          </Text>
        ) : (
          '–'
        ),
    },
    { title: t`Published`, cell: ({ createdAt }) => <Time value={createdAt} /> },
  ];
}

function NoVersions({
  publisherId,
  nodeId,
  isFiltered,
}: {
  publisherId: string;
  nodeId: string | undefined;
  isFiltered: boolean;
}): ReactNode {
  if (isFiltered) return <Empty title={t`No version has this status`} />;
  return (
    <Empty title={t`No versions yet`}>
      <Text c="dimmed">{t`Drop the zip of a package to publish the first one.`}</Text>
      <ButtonLink
        to="/desk/publishers/$publisherId/publish"
        params={{ publisherId }}
        search={nodeId === undefined ? {} : { node: nodeId }}
      >{t`Publish a version`}</ButtonLink>
    </Empty>
  );
}

function wireStatus(status: Status): NodeVersionResponse['status'] {
  const words = {
    active: 'NodeVersionStatusActive',
    pending: 'NodeVersionStatusPending',
    flagged: 'NodeVersionStatusFlagged',
    banned: 'NodeVersionStatusBanned',
    deleted: 'NodeVersionStatusDeleted',
  } as const satisfies Record<Status, NodeVersionResponse['status']>;
  return words[status];
}
