import { t } from '@lingui/core/macro';
import { Alert, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReviewResponse } from '@atelier/client/api';
import { ApproveNodeButton } from '../moderation/approve-node.js';
import { BanButton } from '../moderation/ban.js';
import { Comparison } from '../moderation/comparison.js';
import { ReleaseButton } from '../moderation/quarantine.js';

export function NodeReview({
  review: { kind, node_name: name = '', reason },
  nodeId,
  onDone,
}: {
  review: ReviewResponse;
  nodeId: string;
  onDone: () => void;
}): ReactNode {
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Group gap="xs">
          {kind === 'quarantine' ? (
            <ReleaseButton thing={{ id: nodeId, name }} hotkey="a" onDone={onDone} />
          ) : (
            <ApproveNodeButton nodeId={nodeId} hotkey="a" onDone={onDone} />
          )}
          <BanButton
            label={t`Refuse`}
            thing={{ kind: 'node', id: nodeId, name }}
            hotkey="r"
            onDone={onDone}
          />
        </Group>
      </Group>
      <Alert color="orange" variant="light" title={t`Why it waits`}>
        {reason}
      </Alert>
      <Comparison nodeId={nodeId} order={3} />
    </Stack>
  );
}
