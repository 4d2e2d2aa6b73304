import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Grid, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { listTasksInfiniteQueryKey, listTasksQueryKey } from '@atelier/client/react-query';
import { cancelTask, deleteTask, type TaskDetailsResponse } from '@atelier/client/api';
import { ApiError } from '../../../api/api-error.js';
import type { Session } from '../../../api/session.js';
import { ActButton } from '../../../parts/act-button.js';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { TaskDeliveries } from './task-deliveries.js';
import { TaskFacts } from './task-facts.js';
import { TaskFiles } from './task-files.js';
import { TaskRequest } from './task-request.js';
import { TaskResult } from './task-result.js';
import { TaskState } from './task-state.js';
import { isLive } from '../../../parts/task-statuses.js';
import { TaskTimeline } from './task-timeline.js';
import { useTask } from './use-task.js';

const route = getRouteApi('/signed-in/studio/tasks/$id');
const CRUMBS = [{ title: t`Tasks`, to: '/studio/tasks' }];
/** What a person's page has no need to load. */
const TaskForAdmins = lazyRouteComponent(() => import('./task-for-admins.js'), 'TaskForAdmins');

export function TaskPage(): ReactNode {
  const { id } = route.useParams();
  const { session } = route.useRouteContext();
  const { data: task, isError, error, refetch } = useTask(id);
  const forAdmins = session.isAdmin && (
    <Suspense>
      <TaskForAdmins id={id} reread={refetch} />
    </Suspense>
  );
  if (!task)
    return (
      <Page title={t`Task`} crumbs={CRUMBS}>
        {isError && !isGone(error, session) && <Failure error={error} retry={() => void refetch()} />}
        {isError ? forAdmins : <Waiting />}
      </Page>
    );
  return (
    <Page
      title={titleOfKind(task.kind)}
      crumbs={CRUMBS}
      text={
        <Group component="span" gap="xs">
          <StatusBadge status={task.status} />
          <span>
            <Trans>
              Created <Time value={task.created_at} />
            </Trans>
          </span>
        </Group>
      }
      actions={<Actions task={task} />}
    >
      {isError && <Failure error={error} retry={() => void refetch()} />}
      <TaskState task={task} />
      <Grid gap="xl">
        {task.expired_at === null && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="lg">
              <TaskResult task={task} />
              <TaskFiles outputs={task.outputs} />
              <TaskRequest task={task} />
            </Stack>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <TaskFacts task={task} />
            <TaskTimeline steps={task.timeline} />
          </Stack>
        </Grid.Col>
      </Grid>
      {task.deliveries.length > 0 && <TaskDeliveries task={task} />}
      {forAdmins}
    </Page>
  );
}

function Actions({
  task: { id, kind, status, expired_at: expired },
}: {
  task: TaskDetailsResponse;
}): ReactNode {
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const forget = (): void => {
    void queries.invalidateQueries({ queryKey: listTasksInfiniteQueryKey() });
    void queries.invalidateQueries({ queryKey: listTasksQueryKey() });
  };
  const name = `“${titleOfKind(kind)}”`;
  return (
    <>
      {expired === null && (
        <ButtonLink
          to="/studio/new"
          search={{ from: id }}
          variant="default"
        >{t`Repeat with changes`}</ButtonLink>
      )}
      {isLive(status) && (
        <ActButton
          label={t`Cancel`}
          title={t`Cancel ${name}?`}
          confirm={t`Cancel the task`}
          act={() => cancelTask({ path: { id }, throwOnError: true })}
          done={t`The task was canceled.`}
          onDone={() => queries.invalidateQueries({ predicate: ({ queryKey }) => isOfTask(queryKey, id) })}
        >{t`The work stops, and the task costs nothing.`}</ActButton>
      )}
      {status !== 'uncertain' && (
        <ActButton
          label={t`Delete`}
          title={t`Delete ${name}?`}
          isDangerous
          act={() => deleteTask({ path: { id }, throwOnError: true })}
          done={t`The task was deleted.`}
          onDone={async () => {
            forget();
            await navigate({ to: '/studio/tasks' });
          }}
        >{t`The task is deleted for good, with its results and its input files${isLive(status) ? t`; its work stops` : ''}. Links to these files stop working.`}</ActButton>
      )}
    </>
  );
}

/** Admins see what remains of a deleted task. */
function isGone(error: unknown, { isAdmin }: Session): boolean {
  return isAdmin && error instanceof ApiError && error.status === 404;
}

function isOfTask(queryKey: readonly unknown[], id: string): boolean {
  const [first] = queryKey as readonly { path?: { id?: string } }[];
  return first?.path?.id === id;
}
