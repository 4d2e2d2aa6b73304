import { t } from '@lingui/core/macro';
import { Badge, Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recentTasksOptions } from '../parts/ended-tasks.js';
import { titleOfKind } from '../parts/media-kinds.js';
import { StatusBadge } from '../parts/status-badge.js';
import { Thumbnail } from '../parts/thumbnail.js';
import { Time } from '../parts/time.js';
import classes from './shell.module.css';

const SHOWN = 6;

/** The tasks that ended last, new ones marked. */
export function EndedTasks({ unread, close }: { unread: readonly string[]; close: () => void }): ReactNode {
  const { data } = useQuery(recentTasksOptions());
  const ended = (data?.tasks ?? [])
    .filter(({ finished_at: at }) => at !== null)
    .toSorted((one, other) => Date.parse(other.finished_at ?? '') - Date.parse(one.finished_at ?? ''))
    .slice(0, SHOWN);
  return (
    <>
      {ended.map((task) => (
        <Link
          key={task.id}
          to="/studio/tasks/$id"
          params={{ id: task.id }}
          className={classes.link}
          onClick={close}
        >
          <Thumbnail task={task} />
          <Stack gap={2}>
            <Group gap="xs">
              <span>{titleOfKind(task.kind)}</span>
              {unread.includes(task.id) && <Badge size="xs" variant="filled">{t`new`}</Badge>}
            </Group>
            <Group gap="xs">
              <StatusBadge status={task.status} />
              <Text size="xs" c="dimmed">
                <Time value={task.finished_at} />
              </Text>
            </Group>
          </Stack>
        </Link>
      ))}
      {ended.length === 0 && (
        <Text size="sm" c="dimmed" px="sm" py="xs">{t`Tasks that have ended appear here.`}</Text>
      )}
      <Divider my={4} />
      <Link to="/studio/tasks" className={classes.link} onClick={close}>{t`All tasks`}</Link>
      <Link
        to="/account"
        search={{ tab: 'settings' }}
        className={classes.link}
        onClick={close}
      >{t`Notification settings`}</Link>
    </>
  );
}
