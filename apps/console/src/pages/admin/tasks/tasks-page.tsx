import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  listAdminTasksInfiniteOptions,
  listAdminTasksInfiniteQueryKey,
  listVendorsOptions,
} from '@atelier/client/react-query';
import type { AdminTaskResponse, ListAdminTasksData } from '@atelier/client/api';
import { CancelTasks } from '../../../parts/cancel-tasks.js';
import { DataList } from '../../../parts/data-list.js';
import type { Filter } from '../../../parts/filters.js';
import { PageLink } from '../../../parts/link.js';
import { KIND_CHOICES, titleOfKind } from '../../../parts/media-kinds.js';
import { duration } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { ResolveTasks } from '../../../parts/resolve-tasks.js';
import type { Column } from '../../../parts/rows.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TASK_STATUSES } from '../../../parts/task-statuses.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { ThingLink } from '../thing-link.js';
import { UserSelect } from '../user-select.js';
import type { TasksSearch } from './routes.js';
import { SendAgain } from './send-again.js';

const route = getRouteApi('/signed-in/admin/tasks');

const TASK: Column<AdminTaskResponse> = {
  title: t`Task`,
  text: ({ kind }) => titleOfKind(kind),
  cell: ({ id, kind, model }) => (
    <TwoLines below={model}>
      <PageLink inherit to="/studio/tasks/$id" params={{ id }}>
        {titleOfKind(kind)}
      </PageLink>
    </TwoLines>
  ),
};
const USER: Column<AdminTaskResponse> = {
  title: t`User`,
  text: ({ user_name: name }) => name,
  cell: ({ user_id: id, user_name: name }) =>
    id === null ? t`No token` : <ThingLink kind="user" id={id} name={name || t`Deleted user`} />,
};
const COLUMNS: readonly Column<AdminTaskResponse>[] = [
  TASK,
  USER,
  {
    title: t`Status`,
    status: ({ status }) => status,
    cell: ({ status, error_code: error }) => (
      <TwoLines below={status === 'canceled' ? null : error}>
        <StatusBadge status={status} />
      </TwoLines>
    ),
  },
  { title: t`Vendor`, text: ({ vendor }) => vendor, narrow: false },
  { title: t`Created`, time: ({ created_at: at }) => at },
  {
    title: t`Waited`,
    narrow: false,
    number: ({ waited_ms: ms }) => ms,
    cell: ({ waited_ms: ms }) => length(ms),
  },
  {
    title: t`Worked`,
    narrow: false,
    number: ({ worked_ms: ms }) => ms,
    cell: ({ worked_ms: ms }) => length(ms),
  },
  { title: t`Credits`, number: ({ credits }) => credits },
];
/** What there is to know about an order before it is looked for in the vendor's records. */
const UNCERTAIN_COLUMNS: readonly Column<AdminTaskResponse>[] = [
  TASK,
  USER,
  {
    title: t`Order`,
    text: ({ orders }) => orders.at(-1)?.vendor,
    cell: ({ orders }) => {
      const { vendor, reference, vendor_id: vendorId } = orders.at(-1) ?? {};
      return (
        <TwoLines
          below={
            vendorId
              ? t`Our reference ${reference ?? ''}, the vendor’s id ${vendorId}`
              : t`Our reference ${reference ?? ''}`
          }
        >
          {vendor ?? '–'}
        </TwoLines>
      );
    },
  },
  { title: t`Sent`, time: ({ orders }) => orders.at(-1)?.ordered_at },
  { title: t`Credits held`, number: ({ credits }) => credits },
  {
    title: t`Why`,
    text: ({ error_message: message }) => message,
    cell: ({ error_message: message, orders }) => (
      <TwoLines below={orders.at(-1)?.last_answer}>{message}</TwoLines>
    ),
  },
];

export function TasksPage(): ReactNode {
  const search = route.useSearch();
  const queries = useQueryClient();
  const { data: vendors } = useQuery(listVendorsOptions());
  const reread = () => queries.invalidateQueries({ queryKey: listAdminTasksInfiniteQueryKey() });
  const isUncertain = search.status === 'uncertain';
  const toDo: Column<AdminTaskResponse> = {
    title: t`Actions`,
    acts: (task) => <ResolveTasks tasks={[task]} onDone={reread} />,
  };
  return (
    <Page
      title={t`Tasks`}
      text={
        isUncertain
          ? t`A vendor may have done this work, and may charge for it: its answer was lost, and the order cannot be looked up by our reference. The price of each task stays held. Find the order in the vendor’s records, by its reference or its time, and enter its outcome here.`
          : t`The tasks of all users, newest first.`
      }
    >
      <DataList
        caption={isUncertain ? t`Uncertain tasks` : t`Tasks`}
        query={listAdminTasksInfiniteOptions({ query: queryOf(search) })}
        rowsOf={({ tasks }) => tasks}
        rowKey={({ id }) => id}
        columns={isUncertain ? [...UNCERTAIN_COLUMNS, toDo] : COLUMNS}
        search={search}
        filters={filtersOf(vendors?.vendors.map(({ name }) => name) ?? [])}
        news={t`There are new tasks.`}
        empty={t`No tasks yet`}
        emptyHint={<Text>{t`Tasks appear here when users submit them.`}</Text>}
        acts={(rows, clear) => (
          <Acts
            rows={rows}
            onDone={async () => {
              clear();
              await reread();
            }}
          />
        )}
      />
    </Page>
  );
}

function Acts({ rows, onDone }: { rows: readonly AdminTaskResponse[]; onDone: () => unknown }): ReactNode {
  const uncertain = rows.filter(({ status }) => status === 'uncertain');
  return (
    <>
      <CancelTasks
        tasks={rows}
        onDone={onDone}
      >{t`The work stops, and costs the users nothing.`}</CancelTasks>
      {uncertain.length > 0 && <ResolveTasks tasks={uncertain} onDone={onDone} />}
      <SendAgain tasks={rows} onDone={onDone} />
    </>
  );
}

function filtersOf(vendors: readonly string[]): readonly Filter<keyof TasksSearch>[] {
  return [
    { name: 'status', label: t`Status`, choices: TASK_STATUSES },
    {
      name: 'user',
      label: t`User`,
      control: (user, change) => (
        <UserSelect label={t`User`} placeholder={t`Anybody`} user={user} change={change} />
      ),
    },
    { name: 'kind', label: t`Kind`, choices: KIND_CHOICES.flatMap(({ items }) => items) },
    { name: 'vendor', label: t`Vendor`, choices: vendors },
    { name: 'error', label: t`Error code`, placeholder: t`Such as upstream_timeout` },
    { name: 'cost', label: t`Credits, at least`, placeholder: t`Such as 100` },
    { name: 'since', label: t`Since`, isDay: true },
    { name: 'until', label: t`Until`, isDay: true },
  ];
}

function queryOf(search: TasksSearch): ListAdminTasksData['query'] {
  const { status = 'any', user, kind, vendor, error, cost, since, until } = search;
  return {
    status,
    ...(user && { user_id: user }),
    ...(kind && { kind }),
    ...(vendor && { vendor }),
    ...(error && { error_code: error }),
    ...(cost && { credits_min: Number(cost) }),
    ...(since && { created_after: startOf(since, 0) }),
    ...(until && { created_before: startOf(until, 1) }),
  };
}

/** When a day begins in the reader's zone, or one so many days later. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

function length(milliseconds: number | null): string {
  return milliseconds === null ? '–' : duration(milliseconds);
}
