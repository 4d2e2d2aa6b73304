import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkReadinessOptions } from '@atelier/client/react-query';
import { Failure } from '../../parts/states.js';

const LOOK_EVERY_MS = 30_000;

export function Readiness(): ReactNode {
  const { isError, error, isSuccess, refetch } = useQuery({
    ...checkReadinessOptions(),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Stack component="section" aria-label={t`Health of the service`} gap="sm">
      <Title order={2} size="h4">{t`Health of the service`}</Title>
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {isSuccess && (
        <Group gap="xs">
          <Badge color="green">{t`ready`}</Badge>
          <Text size="sm">{t`Database, job queue and file storage are working.`}</Text>
        </Group>
      )}
    </Stack>
  );
}
