import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listPublisherNodesInfiniteQueryKey } from '@atelier/client/react-query';
import { listPublisherNodes } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { Listing } from '../../../parts/listing.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { count } from '../../../parts/numbers.js';
import { Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';

const PAGE_SIZE = 30;

export function PublisherNodes({ publisherId }: { publisherId: string }): ReactNode {
  const options = { path: { publisherId }, query: { limit: PAGE_SIZE } };
  const query = useInfiniteQuery(
    arrayPages(listPublisherNodesInfiniteQueryKey(options), (page, signal) =>
      listPublisherNodes({
        ...options,
        query: { ...options.query, ...page },
        signal,
        throwOnError: true,
      }),
    ),
  );
  return (
    <Listing query={query} rowsOf={({ rows }) => rows} empty={<NoNodes publisherId={publisherId} />}>
      {(nodes) => (
        <Rows
          caption={t`Nodes of this publisher`}
          rows={nodes}
          rowKey={({ id }) => id}
          columns={[
            {
              title: t`Node`,
              cell: ({ id, name }) => (
                <Stack gap={0}>
                  <PageLink
                    to="/desk/publishers/$publisherId/nodes/$nodeId"
                    params={{ publisherId, nodeId: id }}
                  >
                    {name}
                  </PageLink>
                  {name !== id && (
                    <Text size="sm" c="dimmed">
                      {id}
                    </Text>
                  )}
                </Stack>
              ),
            },
            {
              title: t`Status`,
              cell: ({ status, status_detail: detail }) => (
                <Stack gap={2} align="flex-start">
                  <StatusBadge status={status} />
                  {detail && <Text size="sm">{detail}</Text>}
                </Stack>
              ),
            },
            {
              title: t`Latest version`,
              cell: ({ latest_version: latest }) => latest?.version ?? t`None yet`,
            },
            { title: t`Downloads`, cell: ({ downloads }) => count(downloads), align: 'right' },
            { title: t`Created`, cell: ({ created_at: at }) => <Time value={at} /> },
          ]}
        />
      )}
    </Listing>
  );
}

function NoNodes({ publisherId }: { publisherId: string }): ReactNode {
  return (
    <Empty title={t`No nodes yet`}>
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
    </Empty>
  );
}
