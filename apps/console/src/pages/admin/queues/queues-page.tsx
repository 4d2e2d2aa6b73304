import { Alert, Badge, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listQueuesOptions } from '@atelier/client/react-query';
import type { QueueResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { counted } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { queueInWords } from '../../../parts/words.js';
import { isBusy, jobCount, summedJobs, waitingJobs } from './queue-counts.js';

const route = getRouteApi('/signed-in/admin/queues');
const LOOK_EVERY_MS = 5_000;

const COLUMNS: readonly Column<QueueResponse>[] = [
  { title: 'Queue', cell: (queue) => <QueueLink queue={queue} /> },
  { title: 'Waiting', align: 'right', cell: (queue) => jobCount(waitingJobs(queue)) },
  { title: 'Running', align: 'right', cell: ({ active }) => jobCount(active) },
  { title: 'Failed', align: 'right', cell: ({ failed }) => <Trouble jobs={failed} color="orange" /> },
  { title: 'Dead', align: 'right', cell: ({ dead }) => <Trouble jobs={dead} color="red" /> },
  { title: 'Oldest due job', cell: ({ oldest_due_at }) => <Time value={oldest_due_at} /> },
  { title: 'Schedule', cell: ({ schedule }) => (schedule === null ? '–' : `every ${schedule}`) },
];

export function QueuesPage(): ReactNode {
  const { busy = false } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({ ...listQueuesOptions(), refetchInterval: LOOK_EVERY_MS });
  const queues = query.data?.queues ?? [];
  const shown = busy ? queues.filter(isBusy) : queues;
  return (
    <Page
      title="Queues"
      text="Background work of the service, in all its processes. A failed job is retried after a pause; one that has failed too often is dead and kept for 14 days."
    >
      {query.isPending ? (
        <Waiting />
      ) : query.isError && queues.length === 0 ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <Group justify="space-between">
            <Summary queues={queues} />
            <Switch
              label="Only queues with jobs"
              checked={busy}
              onChange={({ currentTarget }) =>
                void navigate({ search: currentTarget.checked ? { busy: true } : {}, replace: true })
              }
            />
          </Group>
          {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
          {shown.length === 0 ? (
            <Empty title="No waiting and no failed jobs">
              <Text c="dimmed">Queues appear here as soon as they have jobs.</Text>
            </Empty>
          ) : (
            <Rows caption="Queues" columns={COLUMNS} rows={shown} rowKey={({ name }) => name} />
          )}
        </>
      )}
    </Page>
  );
}

function QueueLink({ queue: { name, paused } }: { queue: QueueResponse }): ReactNode {
  return (
    <Group gap="xs">
      <PageLink to="/admin/queues/$queue" params={{ queue: name }} inherit title={name}>
        {queueInWords(name)}
      </PageLink>
      {paused && (
        <Badge color="gray" variant="outline">
          paused
        </Badge>
      )}
    </Group>
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
    ...(dead.length > 0 ? [summedJobs(dead, 'dead job')] : []),
    ...(failed.length > 0 ? [`${summedJobs(failed, 'job')} waiting for another attempt`] : []),
    ...(paused > 0 ? [counted(paused, 'paused queue')] : []),
  ];
  if (troubles.length === 0) return <Text c="dimmed">No job has failed, and no queue is paused.</Text>;
  return (
    <Alert color="orange" variant="light" p="xs" role="status">
      {troubles.join(', ')}
    </Alert>
  );
}
