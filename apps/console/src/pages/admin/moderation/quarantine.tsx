import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { quarantineNode, releaseNode } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonField } from './reason-field.js';

type Thing = { id: string; name: string };

export function QuarantineButton({ thing: { id, name } }: { thing: Thing }): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Quarantine"
      title={`Quarantine the node “${name}”?`}
      isDangerous
      canAct={reason.trim() !== ''}
      act={() =>
        quarantineNode({ path: { nodeId: id }, body: { reason: reason.trim() }, throwOnError: true })
      }
      done={`The node “${name}” is quarantined.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          It is hidden at once, as by a ban, and waits in the review queue. Nothing is lost.
        </Text>
        <ReasonField
          label="Why"
          description="Its publisher sees this."
          isRequired
          value={reason}
          change={setReason}
        />
      </Stack>
    </ActButton>
  );
}

export function ReleaseButton({
  thing: { id, name },
  hotkey,
  onDone,
}: {
  thing: Thing;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Release"
      title={`Release the node “${name}” from quarantine?`}
      {...(hotkey === undefined ? {} : { hotkey })}
      act={() => releaseNode({ path: { nodeId: id }, body: { reason: reason.trim() }, throwOnError: true })}
      done={`The node “${name}” is shown again.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
        await onDone?.();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          Exactly what was visible before becomes visible again. Open reports of malware and impersonation are
          dismissed.
        </Text>
        <ReasonField label="Why" description="Kept in the audit log." value={reason} change={setReason} />
      </Stack>
    </ActButton>
  );
}
