import { Group, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listTasksInfiniteOptions, listTasksOptions, listTasksQueryKey } from '@atelier/client/react-query';
import { listTasks, type TaskResponse } from '@atelier/client/api';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { count, duration } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { KIND_CHOICES, titleOfKind } from '../../../parts/media-kinds.js';
import { TASK_STATUSES } from '../../../parts/task-statuses.js';
import { isLive } from './task-states.js';
import { Thumbnail } from '../../../parts/thumbnail.js';

const route = getRouteApi('/signed-in/studio/tasks');
const PAGE_SIZE = 20;
const LIVE_LOOK_MS = 3_000;
/** Most tasks that one status request covers. */
const LOOK_SIZE = 100;

export function TasksPage(): ReactNode {
  const search = route.useSearch();
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const query = {
    kind: search.kind,
    status: search.status,
    created_after: search.since && new Date(`${search.since}T00:00`).toISOString(),
  };
  const list = useInfiniteQuery({
    ...listTasksInfiniteOptions({ query: { ...query, limit: PAGE_SIZE } }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    // New rows would appear at the top: they are announced, and shown on request.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  const shown = list.data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  const current = useCurrent(shown);
  const news = useNews({
    queryKey: [...listTasksQueryKey({ query }), 'newest'],
    list,
    newest: async (signal) =>
      (await listTasks({ query: { ...query, limit: 1 }, signal, throwOnError: true })).data.tasks[0]?.id,
    shown: shown[0]?.id,
    what: 'There are new tasks.',
  });
  return (
    <Page
      title="Tasks"
      text="Your pictures, videos and music, newest first, made here or with the API."
      actions={<ButtonLink to="/studio/new">Make something</ButtonLink>}
    >
      <Filters />
      <Listing
        query={list}
        rowsOf={({ tasks }) => tasks}
        news={news}
        empty={isFiltered ? <NoMatch /> : <NothingYet />}
      >
        {(rows) => <Tasks rows={rows.map((row) => current.get(row.id) ?? row)} />}
      </Listing>
    </Page>
  );
}

/** The current state of the running ones among the tasks: read in one request, while there are any. */
function useCurrent(shown: readonly TaskResponse[]): Map<string, TaskResponse> {
  const look = useQuery({
    ...listTasksOptions({ query: { limit: LOOK_SIZE } }),
    enabled: shown.some(({ status }) => isLive(status)),
    refetchInterval: ({ state: { data } }) => {
      const known = new Map(data?.tasks.map((task) => [task.id, task]));
      return shown.some((task) => isLive((known.get(task.id) ?? task).status)) && LIVE_LOOK_MS;
    },
  });
  return new Map(look.data?.tasks.map((task) => [task.id, task]));
}

type Search = ReturnType<typeof route.useSearch>;

function Filters(): ReactNode {
  const { kind, status, since } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<Search>): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <Group role="search" aria-label="Tasks" align="flex-end">
      <Select
        label="Kind"
        placeholder="All kinds"
        data={KIND_CHOICES}
        value={kind ?? null}
        onChange={(value) => change({ kind: value ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
        w={{ base: '100%', xs: 240 }}
      />
      <Select
        label="Status"
        placeholder="Any status"
        data={[...TASK_STATUSES]}
        value={status ?? null}
        onChange={(value) => change({ status: TASK_STATUSES.find((one) => one === value) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={{ base: '100%', xs: 160 }}
      />
      <TextInput
        type="date"
        label="Since"
        value={since ?? ''}
        onChange={({ currentTarget: { value } }) => change({ since: value || undefined })}
        w={{ base: '100%', xs: 160 }}
      />
    </Group>
  );
}

function Tasks({ rows }: { rows: readonly TaskResponse[] }): ReactNode {
  return (
    <Rows
      caption="Tasks"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Task',
          cell: (task) => (
            <Group gap="sm" wrap="nowrap">
              <Thumbnail task={task} />
              <div>
                <PageLink to="/studio/tasks/$id" params={{ id: task.id }}>
                  {titleOfKind(task.kind)}
                </PageLink>
                <Prompt task={task} />
              </div>
            </Group>
          ),
        },
        { title: 'Status', cell: (task) => <State task={task} /> },
        { title: 'Created', cell: ({ created_at: at }) => <Time value={at} /> },
        { title: 'Took', align: 'right', cell: tookText },
        { title: 'Credits', align: 'right', cell: ({ credits }) => count(credits) },
      ]}
    />
  );
}

/** The words that say what to make, if there are any. */
function Prompt({ task: { request } }: { task: TaskResponse }): ReactNode {
  const { prompt, text = prompt } = { ...request, ...(request.input as Record<string, unknown> | undefined) };
  return (
    typeof text === 'string' && (
      <Text size="sm" c="dimmed" lineClamp={1}>
        {text}
      </Text>
    )
  );
}

function State({ task: { status, progress, expired_at: expired } }: { task: TaskResponse }): ReactNode {
  return (
    <Group gap="xs">
      <StatusBadge status={status} />
      {status === 'processing' && <Text size="sm">{progress} %</Text>}
      {expired !== null && <StatusBadge status="expired" />}
    </Group>
  );
}

function tookText({ started_at: start, finished_at: end }: TaskResponse): string {
  return start && end ? duration(Date.parse(end) - Date.parse(start)) : '–';
}

function NothingYet(): ReactNode {
  return (
    <Empty title="No tasks yet">
      <Text>Relight a picture, make a video or music: each becomes a task in this list.</Text>
      <ButtonLink to="/studio/new">Make something</ButtonLink>
    </Empty>
  );
}

function NoMatch(): ReactNode {
  return (
    <Empty title="No task matches">
      <ButtonLink to="/studio/tasks" variant="default">
        Show all tasks
      </ButtonLink>
    </Empty>
  );
}
