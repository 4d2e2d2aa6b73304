import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listDependentsInfiniteOptions } from '@atelier/client/react-query';
import { Listing } from '../../parts/listing.js';
import { NodeCard } from '../../parts/node-card.js';
import { Empty } from '../../parts/states.js';

/** The nodes whose latest version needs this one. */
export function Dependents({ nodeId }: { nodeId: string }): ReactNode {
  const query = useInfiniteQuery({
    ...listDependentsInfiniteOptions({ path: { nodeId } }),
    initialPageParam: { path: { nodeId } },
    getNextPageParam: ({ next_cursor: cursor }) =>
      cursor === null ? undefined : { path: { nodeId }, query: { cursor } },
  });
  return (
    <Listing
      query={query}
      rowsOf={({ dependents }) => dependents}
      empty={
        <Empty title={t`No dependents yet`}>
          <Text>{t`No other node of this registry names it among its dependencies.`}</Text>
        </Empty>
      }
    >
      {(dependents) => (
        <Stack component="ul" gap="sm" m={0} p={0} aria-label={t`Dependents`}>
          {dependents.map(({ node, requirement }) => (
            <NodeCard key={node.id} node={node}>
              <Text size="sm">
                <Trans>
                  Needs <Code>{requirement}</Code>
                </Trans>
              </Text>
            </NodeCard>
          ))}
        </Stack>
      )}
    </Listing>
  );
}
