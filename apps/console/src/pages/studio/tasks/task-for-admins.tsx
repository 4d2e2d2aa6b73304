import { t } from '@lingui/core/macro';
import { Alert, Code, Group, Spoiler, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getAdminTaskOptions } from '@atelier/client/react-query';
import type { AdminTaskDetailsResponse, OrderResponse, TaskLogLineResponse } from '@atelier/client/api';
import { overviewOptions } from '../../../api/overview.js';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { count, duration } from '../../../parts/numbers.js';
import { OutsideLink } from '../../../parts/outside-link.js';
import { ResolveTasks } from '../../../parts/resolve-tasks.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { TwoLines } from '../../../parts/two-lines.js';

const LOOK_EVERY_MS = 5_000;
/** Lines come a moment after the end. */
const LOOKED_AT_AFTER_END_MS = 15_000;

const ORDER_COLUMNS: readonly Column<OrderResponse>[] = [
  { title: t`Attempt`, text: ({ attempt, vendor }) => `${attempt}: ${vendor}` },
  { title: t`Outcome`, cell: ({ outcome, state }) => <StatusBadge status={outcome ?? state} /> },
  { title: t`Sent`, cell: ({ ordered_at: at }) => <Time value={at} isClock /> },
  { title: t`Accepted`, cell: ({ submitted_at: at }) => <Time value={at} isClock /> },
  { title: t`Ended`, cell: ({ ended_at: at }) => <Time value={at} isClock /> },
  { title: t`Cost`, align: 'right', cell: ({ credits }) => (credits === null ? '–' : count(credits)) },
  {
    title: t`Reference`,
    cell: ({ reference, vendor_id: id }) => (
      <TwoLines below={id && t`The vendor’s id: ${id}`}>{reference}</TwoLines>
    ),
  },
  { title: t`Last answer`, cell: ({ last_answer: answer }) => answer ?? '–' },
];

const LOG_COLUMNS: readonly Column<TaskLogLineResponse>[] = [
  {
    title: t`Message`,
    cell: ({ message, level }) => (
      <Group gap="xs">
        <StatusBadge status={level} />
        {message}
      </Group>
    ),
  },
  { title: t`When`, cell: ({ logged_at: at }) => <Time value={at} isClock /> },
  {
    title: t`Details`,
    cell: ({ details }) => (
      <Spoiler maxHeight={120} showLabel={t`Show all`} hideLabel={t`Show less`}>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {linesOf(details)}
        </Code>
      </Spoiler>
    ),
  },
];

/** What admins see of a task besides what its owner sees, also once its owner has deleted it. */
export function TaskForAdmins({ id, reread }: { id: string; reread: () => unknown }): ReactNode {
  const query = useQuery({
    ...getAdminTaskOptions({ path: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isStillTold(data) ? LOOK_EVERY_MS : false),
  });
  const { data: overview } = useQuery(overviewOptions);
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return null;
  const task = query.data;
  const { orders, log } = task;
  const again = async (): Promise<void> => {
    await query.refetch();
    await reread();
  };
  return (
    <Section title={t`For admins`}>
      {task.deleted_at !== null && (
        <Alert
          color="gray"
          variant="light"
          title={t`“${titleOfKind(task.kind)}” was deleted by its user`}
        >{t`Its files and its request are gone. What remains is shown here.`}</Alert>
      )}
      <Facts facts={factsOf(task)} columns={{ base: 2, xs: 3, lg: 6 }} />
      <Group gap="xs">
        {task.status === 'uncertain' && <ResolveTasks tasks={[task]} onDone={again} />}
        {task.user_id !== null && (
          <ButtonLink
            size="xs"
            variant="default"
            to="/admin/tasks"
            search={{ user: task.user_id }}
          >{t`All tasks of this user`}</ButtonLink>
        )}
        <ButtonLink
          size="xs"
          variant="default"
          to="/admin/audit"
          search={{ kind: 'task', target: id }}
        >{t`Audit log`}</ButtonLink>
        <OutsideLink size="xs" label={t`Whole log`} href={overview?.links.logs?.replaceAll('{id}', id)} />
      </Group>
      {orders.length > 0 && (
        <Rows caption={t`Orders`} columns={ORDER_COLUMNS} rows={orders} rowKey={(order) => order.reference} />
      )}
      {log.length > 0 ? (
        <Rows
          caption={t`Log`}
          columns={LOG_COLUMNS}
          rows={log}
          rowKey={(line) => line.logged_at + line.message}
        />
      ) : (
        <Text
          size="sm"
          c="dimmed"
        >{t`No warnings or errors were logged about this task. They are kept for 30 days.`}</Text>
      )}
    </Section>
  );
}

function factsOf(task: AdminTaskDetailsResponse): [string, ReactNode][] {
  const { user_id: userId, user_name: name, vendor, model, error_code: code } = task;
  return [
    [
      t`User`,
      userId === null ? (
        t`No token`
      ) : (
        <PageLink key="user" to="/admin/users/$userId" params={{ userId }}>
          {name ?? t`Deleted user`}
        </PageLink>
      ),
    ],
    [
      t`Vendor`,
      <PageLink key="vendor" to="/admin/tasks" search={{ vendor }}>
        {vendor}
      </PageLink>,
    ],
    [t`Model`, model],
    [
      t`Error code`,
      code !== null && (
        <PageLink key="code" to="/admin/tasks" search={{ error: code, status: task.status }}>
          {code}
        </PageLink>
      ),
    ],
    [t`Waited`, task.waited_ms !== null && duration(task.waited_ms)],
    [t`Worked`, task.worked_ms !== null && duration(task.worked_ms)],
  ];
}

/** Whether more may come: it has not ended, or only just. */
function isStillTold({ finished_at: end }: AdminTaskDetailsResponse): boolean {
  return end === null || Date.now() - Date.parse(end) < LOOKED_AT_AFTER_END_MS;
}

/** Fields as lines: `code: upstream_error`; errors with their stacks as they were logged. */
function linesOf(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`)
    .join('\n')
    .replaceAll('\\n', '\n');
}
