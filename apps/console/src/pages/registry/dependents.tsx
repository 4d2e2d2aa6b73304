import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listDependentsInfiniteOptions } from '@atelier/client/react-query';
import { DataList } from '../../parts/data-list.js';
import { NodeCard } from '../../parts/node-card.js';

/** The nodes whose latest version needs this one. */
export function Dependents({ nodeId }: { nodeId: string }): ReactNode {
  return (
    <DataList
      caption={t`Dependents`}
      query={listDependentsInfiniteOptions({ path: { nodeId } })}
      rowsOf={({ dependents }) => dependents}
      rowKey={({ node }) => node.id}
      empty={t`No dependents yet`}
      emptyHint={<Text>{t`No other node of this registry names it among its dependencies.`}</Text>}
      draw={(dependents) => (
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
    />
  );
}
