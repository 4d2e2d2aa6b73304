import { t } from '@lingui/core/macro';
import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskResponse } from '@atelier/client/api';
import { PageLink } from './link.js';
import { titleOfKind } from './media-kinds.js';
import { StatusBadge } from './status-badge.js';
import { Thumbnail } from './thumbnail.js';
import { Time } from './time.js';

/** Tasks by their pictures. */
export function TaskGallery({ tasks }: { tasks: readonly TaskResponse[] }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} role="list" aria-label={t`Tasks`}>
      {tasks.map((task) => (
        <Stack key={task.id} gap={4} role="listitem">
          <Thumbnail task={task} isLarge />
          {task.status === 'processing' && (
            <Progress value={Math.max(task.progress, 2)} aria-label={t`Progress`} size="sm" />
          )}
          <TaskLink task={task} />
          <Text size="sm" lineClamp={1}>
            {promptOf(task)}
          </Text>
          {task.status === 'succeeded' && task.expired_at === null ? (
            <Text size="sm" c="dimmed">
              <Time value={task.created_at} />
            </Text>
          ) : (
            <TaskState task={task} />
          )}
        </Stack>
      ))}
    </SimpleGrid>
  );
}

export function TaskLink({ task: { id, kind } }: { task: TaskResponse }): ReactNode {
  return (
    <PageLink inherit to="/studio/tasks/$id" params={{ id }}>
      {titleOfKind(kind)}
    </PageLink>
  );
}

export function TaskState({
  task: { status, progress, expired_at: expired },
}: {
  task: TaskResponse;
}): ReactNode {
  return (
    <Group gap="xs">
      <StatusBadge status={status} />
      {status === 'processing' && <Text size="sm">{progress} %</Text>}
      {expired !== null && <StatusBadge status="expired" />}
    </Group>
  );
}

/** The words that say what to make, if there are any. */
export function promptOf({ request }: TaskResponse): string | undefined {
  const { prompt, text = prompt } = { ...request, ...(request.input as Record<string, unknown> | undefined) };
  return typeof text === 'string' ? text : undefined;
}
