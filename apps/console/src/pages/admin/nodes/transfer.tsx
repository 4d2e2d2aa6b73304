import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type NodeResponse, transferNode } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonField } from '../moderation/reason-field.js';

export function TransferButton({ node }: { node: NodeResponse }): ReactNode {
  const [publisherId, setPublisherId] = useState('');
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Transfer"
      title={`Give the node “${node.name}” to another publisher?`}
      canAct={publisherId.trim() !== ''}
      act={() =>
        transferNode({
          path: { nodeId: node.id },
          body: { publisher_id: publisherId.trim(), reason: reason.trim() },
          throwOnError: true,
        })
      }
      done={`The node “${node.name}” belongs to ${publisherId.trim()}.`}
      onDone={async () => {
        setPublisherId('');
        setReason('');
        await queries.invalidateQueries();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          The members of {node.publisher.name} can change it no more. Its id, versions and downloads stay.
        </Text>
        <TextInput
          data-autofocus
          label="Id of the new publisher"
          required
          value={publisherId}
          maxLength={63}
          onChange={({ currentTarget }) => setPublisherId(currentTarget.value)}
        />
        <ReasonField label="Why" description="Kept in the audit log." value={reason} change={setReason} />
      </Stack>
    </ActButton>
  );
}
