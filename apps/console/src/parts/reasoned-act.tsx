import { Stack, Text, TextInput } from '@mantine/core';
import { isValidElement, type ReactNode, useState } from 'react';
import { ActButton } from './act-button.js';

/** An `ActButton` that also asks for a reason for the audit log. */
export function ReasonedAct({
  children,
  act,
  onDone,
  ...button
}: { act: (reason: string) => Promise<unknown> } & Omit<Parameters<typeof ActButton>[0], 'act'>): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <ActButton
      {...button}
      act={() => act(reason)}
      onDone={async () => {
        setReason('');
        await onDone?.();
      }}
    >
      <Stack>
        {isValidElement(children) ? children : <Text size="sm">{children}</Text>}
        <TextInput
          label="Reason"
          description="Kept in the audit log."
          maxLength={2_000}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </Stack>
    </ActButton>
  );
}
