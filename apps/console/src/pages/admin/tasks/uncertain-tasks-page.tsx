import { Code, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listAdminTasksInfiniteOptions, listAdminTasksQueryKey } from '@atelier/client/react-query';
import { type AdminTaskResponse, listAdminTasks, type OrderResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { ThingLink } from '../thing-link.js';
import { ResolveTask } from './resolve-task.js';

const COLUMNS: readonly Column<AdminTaskResponse>[] = [
  { title: 'Task', cell: (task) => <What task={task} /> },
  { title: 'Order', cell: (task) => <Order order={task.orders.at(-1)} /> },
  { title: 'Sent', cell: ({ orders }) => <Time value={orders.at(-1)?.ordered_at} isClock /> },
  { title: 'Credits held', align: 'right', cell: ({ credits }) => count(credits) },
  { title: 'Why', cell: (task) => <Why task={task} /> },
];

export function UncertainTasksPage(): ReactNode {
  const list = useInfiniteQuery({
    ...listAdminTasksInfiniteOptions(),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const shown = list.data?.pages[0]?.tasks[0]?.id;
  const news = useNews({
    queryKey: [...listAdminTasksQueryKey(), 'newest'],
    list,
    newest: async (signal) =>
      (await listAdminTasks({ query: { limit: 1 }, signal, throwOnError: true })).data.tasks[0]?.id ?? shown,
    shown,
    what: 'There are other uncertain tasks.',
  });
  const columns: readonly Column<AdminTaskResponse>[] = [
    ...COLUMNS,
    { title: 'What to do', cell: (task) => <ResolveTask task={task} onDone={() => list.refetch()} /> },
  ];
  return (
    <Page
      title="Uncertain tasks"
      text="A vendor may have done this work, and may charge for it: its answer was lost, and the order cannot be looked up by our reference. The price of each task stays held. Find the order in the vendor’s records, by its reference or its time, and enter its outcome here."
    >
      <Listing
        query={list}
        rowsOf={({ tasks }) => tasks}
        empty={
          <Empty title="No task is uncertain">
            <Text c="dimmed">The outcome of every order is known.</Text>
          </Empty>
        }
        news={news}
      >
        {(tasks) => <Rows caption="Uncertain tasks" columns={columns} rows={tasks} rowKey={({ id }) => id} />}
      </Listing>
    </Page>
  );
}

function What({ task: { id, kind, user_id: userId } }: { task: AdminTaskResponse }): ReactNode {
  return (
    <Stack gap={2}>
      <PageLink to="/studio/tasks/$id" params={{ id }}>
        {titleOfKind(kind)}
      </PageLink>
      <Text size="sm" c="dimmed">
        {userId === null ? (
          'By a caller without a token'
        ) : (
          <ThingLink kind="user" id={userId} name="Its user" />
        )}
      </Text>
    </Stack>
  );
}

function Order({ order }: { order: OrderResponse | undefined }): ReactNode {
  if (!order) return '–';
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm">
        {order.vendor}
        {order.attempt > 1 && `, attempt ${order.attempt}`}
      </Text>
      <Text size="sm">
        Reference <Code>{order.reference}</Code>
      </Text>
      {order.vendor_id !== null && (
        <Text size="sm">
          Its id <Code>{order.vendor_id}</Code>
        </Text>
      )}
    </Stack>
  );
}

function Why({ task: { error_message: message, orders } }: { task: AdminTaskResponse }): ReactNode {
  const answer = orders.at(-1)?.last_answer;
  return (
    <Stack gap={2}>
      <Text size="sm">{message}</Text>
      {answer && (
        <Text size="sm" c="dimmed">
          Last answer: {answer}
        </Text>
      )}
    </Stack>
  );
}
