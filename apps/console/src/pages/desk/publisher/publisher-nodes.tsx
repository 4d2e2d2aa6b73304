import { t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listPublisherNodesInfiniteQueryKey } from '@atelier/client/react-query';
import { listPublisherNodes } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { DataList } from '../../../parts/data-list.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';

const query = { limit: 30 };

export function PublisherNodes({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  return (
    <DataList
      caption={t`Nodes of this publisher`}
      query={arrayPages(listPublisherNodesInfiniteQueryKey({ path, query }), (page, signal) =>
        listPublisherNodes({ path, query: { ...query, ...page }, signal, throwOnError: true }),
      )}
      rowsOf={({ rows }) => rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t`Node`,
          text: ({ name }) => name,
          cell: ({ id, name }) => (
            <TwoLines below={name === id ? '' : id}>
              <PageLink to="/desk/publishers/$publisherId/nodes/$nodeId" params={{ publisherId, nodeId: id }}>
                {name}
              </PageLink>
            </TwoLines>
          ),
        },
        {
          title: t`Status`,
          status: ({ status }) => status,
          cell: ({ status, status_detail: detail }) => (
            <TwoLines below={detail}>
              <StatusBadge status={status} />
            </TwoLines>
          ),
        },
        {
          title: t`Latest version`,
          text: ({ latest_version: latest }) => latest?.version ?? t`None yet`,
        },
        { title: t`Downloads`, number: ({ downloads }) => downloads },
        { title: t`Created`, time: ({ created_at: at }) => at },
      ]}
      empty={t`No nodes yet`}
      emptyHint={<Hint publisherId={publisherId} />}
    />
  );
}

function Hint({ publisherId }: { publisherId: string }): ReactNode {
  return (
    <>
      <Text c="dimmed">{t`Drop the zip of a package to publish its first version: that makes the node as well. Or create the node first and describe it.`}</Text>
      <Group justify="center">
        <ButtonLink
          to="/desk/publishers/$publisherId/publish"
          params={{ publisherId }}
        >{t`Publish a version`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/desk/publishers/$publisherId/new-node"
          params={{ publisherId }}
        >{t`Create a node`}</ButtonLink>
      </Group>
    </>
  );
}
