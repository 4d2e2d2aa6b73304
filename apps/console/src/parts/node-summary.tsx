import { Trans } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { Figures } from './node-card.js';
import { VerifiedBadges } from './verified-badges.js';

/** Below the name of a node: whose it is, its latest version, and its figures. */
export function NodeSummary({
  node,
  publisher,
  children,
}: {
  node: NodeResponse;
  /** A link to the publisher. */
  publisher: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <>
      <Group gap="xs">
        <Text style={{ overflowWrap: 'anywhere' }}>
          <Trans>by {publisher}</Trans>
        </Text>
        <VerifiedBadges publisher={node.publisher} />
        {node.latest_version && <Badge color="gray">{node.latest_version.version}</Badge>}
        {children}
      </Group>
      <Figures node={node} />
    </>
  );
}
