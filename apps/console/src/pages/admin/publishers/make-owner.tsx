import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type PublisherResponse, transferPublisher } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonField } from '../moderation/reason-field.js';

export function MakeOwnerButton({
  publisher,
  userId,
  name,
}: {
  publisher: PublisherResponse;
  userId: string;
  name: string;
}): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Make owner"
      title={`Make ${name} the only owner of “${publisher.name}”?`}
      size="compact-sm"
      act={() =>
        transferPublisher({
          path: { publisherId: publisher.id },
          body: { user_id: userId, reason: reason.trim() },
          throwOnError: true,
        })
      }
      done={`${name} owns “${publisher.name}”.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          The previous owners become members. They can publish, but not manage the publisher.
        </Text>
        <ReasonField label="Why" description="Kept in the audit log." value={reason} change={setReason} />
      </Stack>
    </ActButton>
  );
}
