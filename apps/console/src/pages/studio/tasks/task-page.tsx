import { Alert, Code, Grid, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  listTasksInfiniteQueryKey,
  listTasksQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen.js';
import { cancelTask, deleteTask, type TaskDetailsResponse } from '../../../api/generated/index.js';
import { ActButton } from '../../../parts/act-button.js';
import { ButtonLink } from '../../../parts/link.js';
import { duration } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { TaskDeliveries } from './task-deliveries.js';
import { TaskFacts } from './task-facts.js';
import { TaskRequest } from './task-request.js';
import { TaskResult } from './task-result.js';
import { failureAdvice, isLive } from './task-states.js';
import { useTask } from './use-task.js';

const route = getRouteApi('/signed-in/studio/tasks/$id');
const CRUMBS = [{ title: 'Tasks', to: '/studio/tasks' }];

/** One task: how far it is, what came of it, what was asked, and whom it told. */
export function TaskPage(): ReactNode {
  const { id } = route.useParams();
  const { data: task, isError, error, refetch } = useTask(id);
  if (!task)
    return (
      <Page title="Task" crumbs={CRUMBS}>
        {isError ? <Failure error={error} retry={() => void refetch()} /> : <Waiting />}
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
            Created <Time value={task.created_at} />
          </span>
        </Group>
      }
      actions={<Actions task={task} />}
    >
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {isLive(task.status) && <Live task={task} />}
      {task.status === 'failed' && <Failed task={task} />}
      {task.status === 'canceled' && <Text>The task was canceled before its end. It cost nothing.</Text>}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <TaskResult task={task} />
            <TaskRequest task={task} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <TaskFacts task={task} />
        </Grid.Col>
      </Grid>
      {task.deliveries.length > 0 && <TaskDeliveries task={task} />}
    </Page>
  );
}

function Actions({ task: { id, kind, status } }: { task: TaskDetailsResponse }): ReactNode {
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const forget = (): void => {
    void queries.invalidateQueries({ queryKey: listTasksInfiniteQueryKey() });
    void queries.invalidateQueries({ queryKey: listTasksQueryKey() });
  };
  const name = `“${titleOfKind(kind)}”`;
  return (
    <>
      <ButtonLink to="/studio/new" search={{ from: id }} variant="default">
        Repeat with changes
      </ButtonLink>
      {isLive(status) && (
        <ActButton
          label="Cancel"
          title={`Cancel ${name}?`}
          confirm="Cancel the task"
          act={() => cancelTask({ path: { id }, throwOnError: true })}
          done="The task was canceled."
          onDone={() => queries.invalidateQueries({ predicate: ({ queryKey }) => isOfTask(queryKey, id) })}
        >
          The work stops, and the task costs nothing.
        </ActButton>
      )}
      <ActButton
        label="Delete"
        title={`Delete ${name}?`}
        isDangerous
        act={() => deleteTask({ path: { id }, throwOnError: true })}
        done="The task was deleted."
        onDone={async () => {
          forget();
          await navigate({ to: '/studio/tasks' });
        }}
      >
        The task goes for good, with the files that it made and those that were sent for it
        {isLive(status) ? '; its work stops' : ''}. Links to these files stop working.
      </ActButton>
    </>
  );
}

function isOfTask(queryKey: readonly unknown[], id: string): boolean {
  const [first] = queryKey as readonly { path?: { id?: string } }[];
  return first?.path?.id === id;
}

function Live({
  task: { status, progress, estimated_seconds: seconds },
}: {
  task: TaskDetailsResponse;
}): ReactNode {
  const isWorking = status === 'processing';
  const expected = seconds > 0 ? ` It takes about ${duration(seconds * 1000)}.` : '';
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section
          value={isWorking ? Math.max(progress, 2) : 100}
          animated={!isWorking}
          aria-label="Progress"
          aria-valuetext={isWorking ? `${progress} %` : 'Waiting for its turn'}
        />
      </Progress.Root>
      <Text role="status">
        {isWorking ? `In work: ${progress} %.${expected}` : `Waiting for its turn.${expected}`}
      </Text>
    </Stack>
  );
}

function Failed({
  task: { error_code: code, error_message: message },
}: {
  task: TaskDetailsResponse;
}): ReactNode {
  return (
    <Alert color="red" variant="light" title="The task failed">
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        <Text size="sm">{failureAdvice(code ?? '')} It cost nothing.</Text>
        {code && (
          <Text size="xs">
            Code <Code>{code}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
