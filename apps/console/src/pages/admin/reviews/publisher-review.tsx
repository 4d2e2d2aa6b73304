import { t } from '@lingui/core/macro';
import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ReviewResponse, updatePublisher } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { PageLink } from '../../../parts/link.js';
import { BanButton } from '../moderation/ban.js';

export function PublisherReview({
  review: { publisher_id: id, publisher_name: name, reason },
  onDone,
}: {
  review: ReviewResponse;
  onDone: () => void;
}): ReactNode {
  const queries = useQueryClient();
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Group gap="xs">
          <ActButton
            label={t`Approve`}
            title={t`Approve the publisher “${name}”?`}
            hotkey="a"
            act={() =>
              updatePublisher({
                path: { publisherId: id },
                body: { review_reason: '' },
                throwOnError: true,
              })
            }
            done={t`The publisher “${name}” is approved.`}
            onDone={async () => {
              await queries.invalidateQueries();
              onDone();
            }}
          >
            <Text size="sm">{t`Its nodes appear in search and lists, and it leaves the review queue.`}</Text>
          </ActButton>
          <BanButton label={t`Refuse`} thing={{ kind: 'publisher', id, name }} hotkey="r" onDone={onDone} />
        </Group>
      </Group>
      <Alert color="orange" variant="light" title={t`Why it waits`}>
        {reason}
      </Alert>
      <PageLink to="/admin/publishers/$publisherId" params={{ publisherId: id }}>
        {id}
      </PageLink>
    </Stack>
  );
}
