import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { updateNodeAsAdmin } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonField } from './reason-field.js';

export function ApproveNodeButton({
  nodeId,
  hotkey,
  onDone,
}: {
  nodeId: string;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Approve"
      title={`Approve the node “${nodeId}”?`}
      {...(hotkey === undefined ? {} : { hotkey })}
      act={() =>
        updateNodeAsAdmin({
          path: { nodeId },
          body: { review_reason: '', reason: reason.trim() },
          throwOnError: true,
        })
      }
      done={`The node “${nodeId}” is approved.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
        await onDone?.();
      }}
    >
      <Stack gap="md">
        <Text size="sm">The node leaves the review queue, and appears in search and lists.</Text>
        <ReasonField label="Note" description="For the audit log." value={reason} change={setReason} />
      </Stack>
    </ActButton>
  );
}
