import { t } from '@lingui/core/macro';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listTasksInfiniteOptions, listTasksQueryKey } from '@atelier/client/react-query';
import { deleteTask, type TaskResponse } from '@atelier/client/api';
import { CancelTasks, nameOfTask } from '../../../parts/cancel-tasks.js';
import { DataList } from '../../../parts/data-list.js';
import { recentTasksOptions } from '../../../parts/ended-tasks.js';
import { ButtonLink } from '../../../parts/link.js';
import { KIND_CHOICES, titleOfKind } from '../../../parts/media-kinds.js';
import { duration } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { SelectionAct } from '../../../parts/selection-act.js';
import { TASK_STATUSES } from '../../../parts/task-statuses.js';
import { promptOf, TaskGallery, TaskLink, TaskState } from '../../../parts/task-gallery.js';
import { Thumbnail } from '../../../parts/thumbnail.js';
import { TwoLines } from '../../../parts/two-lines.js';

const route = getRouteApi('/signed-in/studio/tasks');

const COLUMNS: readonly Column<TaskResponse>[] = [
  {
    title: t`Task`,
    text: ({ kind }) => titleOfKind(kind),
    cell: (task) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail task={task} />
        <div>
          <TwoLines below={promptOf(task)}>
            <TaskLink task={task} />
          </TwoLines>
        </div>
      </Group>
    ),
  },
  { title: t`Status`, status: ({ status }) => status, cell: (task) => <TaskState task={task} /> },
  { title: t`Created`, time: ({ created_at: at }) => at },
  {
    title: t`Took`,
    narrow: false,
    number: tookMs,
    cell: (task) => (tookMs(task) === null ? '–' : duration(tookMs(task) ?? 0)),
  },
  { title: t`Credits`, number: ({ credits }) => credits },
];

export function TasksPage(): ReactNode {
  const search = route.useSearch();
  const { kind, status, since, view } = search;
  const recent = useQuery(recentTasksOptions());
  const current = new Map(recent.data?.tasks.map((task) => [task.id, task]));
  return (
    <Page
      title={t`Tasks`}
      text={t`Your pictures, videos and music, newest first, made here or with the API.`}
      actions={<ButtonLink to="/studio/new">{t`Make something`}</ButtonLink>}
    >
      <DataList
        caption={t`Tasks`}
        query={listTasksInfiniteOptions({
          query: {
            ...(kind && { kind }),
            ...(status && { status }),
            ...(since && { created_after: new Date(`${since}T00:00`).toISOString() }),
          },
        })}
        rowsOf={({ tasks }) => tasks}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          {
            name: 'kind',
            label: t`Kind`,
            placeholder: t`All kinds`,
            choices: KIND_CHOICES.flatMap(({ items }) => items),
          },
          { name: 'status', label: t`Status`, placeholder: t`Any status`, choices: TASK_STATUSES },
          { name: 'since', label: t`Since`, isDay: true },
        ]}
        beside={<View />}
        news={t`There are new tasks.`}
        empty={t`No tasks yet`}
        emptyHint={
          <>
            <Text>{t`Relight a picture, make a video or music: each becomes a task in this list.`}</Text>
            <ButtonLink to="/studio/new">{t`Make something`}</ButtonLink>
          </>
        }
        acts={(rows, clear) => <Acts tasks={rows} clear={clear} />}
        current={(task) => current.get(task.id) ?? task}
        draw={view && ((tasks) => <TaskGallery tasks={tasks} />)}
      />
    </Page>
  );
}

function View(): ReactNode {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label={t`View`}
      data={[
        { value: '', label: t`List` },
        { value: 'gallery', label: t`Gallery` },
      ]}
      value={view ?? ''}
      onChange={(value) =>
        void navigate({ search: (before) => ({ ...before, view: value ? ('gallery' as const) : undefined }) })
      }
    />
  );
}

function Acts({ tasks, clear }: { tasks: readonly TaskResponse[]; clear: () => void }): ReactNode {
  const queries = useQueryClient();
  const [first] = tasks;
  const onDone = async () => {
    clear();
    await queries.invalidateQueries({ queryKey: listTasksInfiniteOptions().queryKey.slice(0, 1) });
    await queries.invalidateQueries({ queryKey: listTasksQueryKey() });
  };
  return (
    <>
      {tasks.length === 1 && first?.expired_at === null && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/studio/new"
          search={{ from: first.id }}
        >{t`Repeat with changes`}</ButtonLink>
      )}
      <CancelTasks tasks={tasks} onDone={onDone}>{t`The work stops, and costs nothing.`}</CancelTasks>
      <SelectionAct
        size="xs"
        rows={tasks}
        nameOf={nameOfTask}
        onDone={onDone}
        label={t`Delete ${tasks.length}`}
        title={tasks.length === 1 ? t`Delete this task?` : t`Delete these ${tasks.length} tasks?`}
        confirm={t`Delete for good`}
        isDangerous
        act={({ id }) => deleteTask({ path: { id }, throwOnError: true })}
        done={t`The selected tasks were deleted.`}
      >{t`They are deleted for good, with their results and input files. Work that is in progress stops. Links to these files stop working.`}</SelectionAct>
    </>
  );
}

function tookMs({ started_at: start, finished_at: end }: TaskResponse): number | null {
  return start && end ? Date.parse(end) - Date.parse(start) : null;
}
