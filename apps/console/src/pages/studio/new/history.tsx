import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TaskResponse } from '@atelier/client/api';
import { listTasksOptions } from '@atelier/client/react-query';
import { PageLink } from '../../../parts/link.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Thumbnail } from '../../../parts/thumbnail.js';
import { fromNow } from '../../../parts/time.js';
import { isLive } from '../../../parts/task-statuses.js';

const route = getRouteApi('/signed-in/studio/new/$kind');
const SHOWN = 12;
const LOOK_MS = 3_000;

/** The newest tasks of the kind: a click shows one, or compares it with the shown one. */
export function History({ kind }: { kind: string }): ReactNode {
  const { task, with: other } = route.useSearch();
  const { data, isError, error } = useQuery({
    ...listTasksOptions({ query: { kind, limit: SHOWN } }),
    refetchInterval: ({ state }) =>
      state.data?.tasks.some(({ status }) => isLive(status)) ? LOOK_MS : false,
  });
  if (isError) return <Failure error={error} />;
  if (!data) return <Waiting />;
  if (data.tasks.length === 0)
    return <Text size="sm" c="dimmed">{t`What you make will be listed here.`}</Text>;
  return (
    <Group
      component="ul"
      gap="md"
      align="flex-start"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t`History`}
    >
      {data.tasks.map((one) => (
        <Stack component="li" key={one.id} gap={2} align="center">
          <Run task={one} shown={task} other={other} />
        </Stack>
      ))}
    </Group>
  );
}

function Run({
  task,
  shown,
  other,
}: {
  task: TaskResponse;
  shown: string | undefined;
  other: string | undefined;
}): ReactNode {
  const { id, kind, status, created_at: created } = task;
  const made = fromNow(new Date(created));
  const isComparable = shown !== undefined && shown !== id && other !== id && status === 'succeeded';
  const target = { to: '/studio/new/$kind', params: { kind }, resetScroll: false } as const;
  return (
    <>
      <PageLink
        {...target}
        search={({ model }) => ({ model, task: id })}
        aria-current={shown === id}
        underline="never"
        size="xs"
        ta="center"
        c={shown === id ? undefined : 'dimmed'}
      >
        <Thumbnail task={task} />
        {status === 'succeeded' ? made : `${made}, ${status}`}
      </PageLink>
      {isComparable && (
        <PageLink
          {...target}
          search={(before) => ({ ...before, with: id })}
          size="xs"
          aria-label={t`Compare with the one made ${made}`}
        >{t`Compare`}</PageLink>
      )}
    </>
  );
}
