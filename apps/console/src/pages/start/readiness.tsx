import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkReadinessOptions } from '../../api/generated/@tanstack/react-query.gen.js';
import { Failure } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';

const LOOK_EVERY_MS = 30_000;

/** Whether the database, the queue and the storage do their work. */
export function Readiness(): ReactNode {
  const { isError, error, isSuccess, refetch } = useQuery({
    ...checkReadinessOptions(),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Stack component="section" aria-label="Health of the service" gap="sm">
      <Title order={2} size="h4">
        Health of the service
      </Title>
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {isSuccess && (
        <Group gap="xs">
          <StatusBadge status="active" />
          <Text size="sm">Database, job queue and file storage take work.</Text>
        </Group>
      )}
    </Stack>
  );
}
