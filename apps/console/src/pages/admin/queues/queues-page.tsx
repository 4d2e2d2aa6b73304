import { locale } from '#language';
import { plural, t } from '@lingui/core/macro';
import { Alert, Badge, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listQueuesOptions } from '@atelier/client/react-query';
import type { QueueResponse } from '@atelier/client/api';
import { Loaded } from '../../../parts/loaded.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { groupOf, GROUPS, queueText, queueTitle } from './queue-titles.js';
import { isBusy, jobCount, summedJobs, waitingJobs } from './queue-counts.js';

const route = getRouteApi('/signed-in/admin/queues');
const LOOK_EVERY_MS = 5_000;

const QUEUE: Column<QueueResponse> = { title: t`Queue`, cell: (queue) => <QueueLink queue={queue} /> };
const FAILED: Column<QueueResponse> = {
  title: t`Failed`,
  align: 'right',
  narrow: ({ failed }) => failed > 0,
  cell: ({ failed }) => <Trouble jobs={failed} color="orange" />,
};
const DEAD: Column<QueueResponse> = {
  title: t`Dead`,
  align: 'right',
  narrow: ({ dead }) => dead > 0,
  cell: ({ dead }) => <Trouble jobs={dead} color="red" />,
};
const COLUMNS = [
  QUEUE,
  {
    title: t`Waiting`,
    align: 'right',
    narrow: isBusy,
    cell: (queue) => jobCount(waitingJobs(queue)),
  },
  { title: t`Running`, align: 'right', narrow: isBusy, cell: ({ active }) => jobCount(active) },
  FAILED,
  DEAD,
  {
    title: t`Oldest due job`,
    narrow: ({ oldest_due_at }) => oldest_due_at !== null,
    cell: ({ oldest_due_at }) => <Time value={oldest_due_at} />,
  },
] satisfies Column<QueueResponse>[];
const SCHEDULED = [
  QUEUE,
  { title: t`Interval`, cell: ({ schedule }) => period(schedule ?? '') },
  {
    title: t`Next run`,
    cell: ({ active, next_run_at: next }) => (active > 0 ? t`running now` : <Time value={next} />),
  },
  FAILED,
  DEAD,
] satisfies Column<QueueResponse>[];

export function QueuesPage(): ReactNode {
  const { busy = false } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({ ...listQueuesOptions(), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page
      title={t`Queues`}
      text={t`Background work of the service, in all its processes. A failed job is retried after a pause; one that has failed too often is dead and kept for 14 days.`}
    >
      <Loaded query={query}>
        {({ queues }) => {
          const shown = busy ? queues.filter(isBusy) : queues;
          return (
            <>
              <Group justify="space-between">
                <Summary queues={queues} />
                <Switch
                  label={t`Only queues with jobs`}
                  checked={busy}
                  onChange={({ currentTarget }) =>
                    void navigate({ search: currentTarget.checked ? { busy: true } : {}, replace: true })
                  }
                />
              </Group>
              {shown.length === 0 && (
                <Empty title={t`No waiting and no failed jobs`}>
                  <Text c="dimmed">{t`Queues appear here as soon as they have jobs.`}</Text>
                </Empty>
              )}
              {[...GROUPS, t`On a schedule`].map((group) => (
                <QueuesOf
                  key={group}
                  title={group}
                  queues={shown.filter((queue) => placeOf(queue) === group)}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Queues whose jobs come by the clock stand apart. */
function placeOf({ name, schedule }: QueueResponse): string {
  return schedule === null ? groupOf(name) : t`On a schedule`;
}

function QueuesOf({ title, queues }: { title: string; queues: readonly QueueResponse[] }): ReactNode {
  if (queues.length === 0) return null;
  const columns = queues.some(({ schedule }) => schedule !== null) ? SCHEDULED : COLUMNS;
  return (
    <Section title={title}>
      <Rows caption={title} columns={columns} rows={queues} rowKey={({ name }) => name} />
    </Section>
  );
}

function QueueLink({ queue: { name, paused } }: { queue: QueueResponse }): ReactNode {
  return (
    <TwoLines below={queueText(name)}>
      <Group gap="xs">
        <PageLink to="/admin/queues/$queue" params={{ queue: name }} inherit>
          {queueTitle(name)}
        </PageLink>
        {paused && <Badge color="gray" variant="outline">{t`paused`}</Badge>}
      </Group>
    </TwoLines>
  );
}

function Trouble({ jobs, color }: { jobs: number; color: string }): ReactNode {
  return jobs === 0 ? '0' : <Badge color={color}>{jobCount(jobs)}</Badge>;
}

/** What needs attention, in a sentence. */
function Summary({ queues }: { queues: readonly QueueResponse[] }): ReactNode {
  const dead = queues.map((queue) => queue.dead).filter((jobs) => jobs > 0);
  const failed = queues.map((queue) => queue.failed).filter((jobs) => jobs > 0);
  const paused = queues.filter((queue) => queue.paused).length;
  const troubles = [
    ...(dead.length > 0 ? [t`Jobs that failed for good: ${summedJobs(dead)}.`] : []),
    ...(failed.length > 0 ? [t`Jobs waiting for another attempt: ${summedJobs(failed)}.`] : []),
    ...(paused > 0 ? [plural(paused, { one: '# queue is paused.', other: '# queues are paused.' })] : []),
  ];
  if (troubles.length === 0) return <Text c="dimmed">{t`No job has failed, and no queue is paused.`}</Text>;
  return (
    <Alert color="orange" variant="light" p="xs" role="status">
      {troubles.join(' ')}
    </Alert>
  );
}

const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

/** `15m` in words. */
function period(schedule: string): string {
  const unit = UNITS[schedule.at(-1) ?? ''];
  if (unit === undefined) return schedule;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    parseInt(schedule, 10),
  );
}
