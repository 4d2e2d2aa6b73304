import { t } from '@lingui/core/macro';
import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { titleOfKind } from '../../parts/media-kinds.js';
import { listTasksOptions } from '@atelier/client/react-query';
import { PageLink } from '../../parts/link.js';
import { Failure } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Thumbnail } from '../../parts/thumbnail.js';
import { Time } from '../../parts/time.js';

const SHOWN = 4;

export function NewestTasks(): ReactNode {
  const tasks = useQuery(listTasksOptions({ query: { limit: SHOWN } }));
  if (tasks.isError) return <Failure error={tasks.error} retry={() => void tasks.refetch()} />;
  if (!tasks.data?.tasks.length) return null;
  return (
    <Stack component="section" aria-label={t`Your newest tasks`} gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">{t`Your newest tasks`}</Title>
        <PageLink to="/studio/tasks">{t`All tasks`}</PageLink>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {tasks.data.tasks.map((task) => (
          <Paper key={task.id} p="sm">
            <Group wrap="nowrap" gap="sm">
              <Thumbnail task={task} />
              <Stack gap={2} miw={0} align="flex-start">
                <PageLink to="/studio/tasks/$id" params={{ id: task.id }} size="sm">
                  {titleOfKind(task.kind)}
                </PageLink>
                <Group gap={6}>
                  <StatusBadge status={task.status} />
                  <Text size="xs" component="span">
                    <Time value={task.created_at} />
                  </Text>
                </Group>
              </Stack>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
