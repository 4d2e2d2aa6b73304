import { t } from '@lingui/core/macro';
import { Alert, Badge, Button, Card, Group, SimpleGrid, Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listJobsQueryKey, listQueuesOptions } from '@atelier/client/react-query';
import type { QueueResponse } from '@atelier/client/api';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { fromNow, Time } from '../../../parts/time.js';
import { JobList } from './job-list.js';
import { PauseButton, RetryAllButton } from './queue-acts.js';
import { jobCount } from './queue-counts.js';
import { queueText, queueTitle } from './queue-titles.js';
import { JOB_STATES } from './routes.js';

const route = getRouteApi('/signed-in/admin/queues/$queue');
const LOOK_EVERY_MS = 5_000;
const CRUMBS = [{ title: t`Queues`, to: '/admin/queues' }];

const STATES = {
  waiting: {
    title: t`Waiting`,
    text: t`In the order in which they will run, including failed ones that wait for another attempt.`,
  },
  failed: {
    title: t`Failed`,
    text: t`Their last attempt failed. They are retried automatically, or now if you choose to.`,
  },
  active: { title: t`Running`, text: t`A process is running them.` },
  dead: { title: t`Dead`, text: t`They have failed too often and are not retried. Kept for 14 days.` },
} as const;

export function QueuePage(): ReactNode {
  const { queue: name } = route.useParams();
  const query = useQuery({ ...listQueuesOptions(), refetchInterval: LOOK_EVERY_MS });
  const queue = query.data?.queues.find((one) => one.name === name);
  if (queue) return <Loaded queue={queue} />;
  return (
    <Page title={name} crumbs={CRUMBS}>
      {query.isPending ? (
        <Waiting />
      ) : query.isError ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Alert title={t`There is no queue of this name`}>{t`Choose one from the list of queues.`}</Alert>
      )}
    </Page>
  );
}

function Loaded({ queue }: { queue: QueueResponse }): ReactNode {
  const { state = 'waiting' } = route.useSearch();
  const navigate = route.useNavigate();
  const refresh = useRefresh();
  return (
    <Page
      title={queueTitle(queue.name)}
      text={queueText(queue.name)}
      crumbs={CRUMBS}
      actions={
        <>
          <Button variant="default" onClick={() => void refresh()}>{t`Refresh`}</Button>
          <PauseButton queue={queue} onDone={refresh} />
        </>
      }
    >
      {queue.paused && (
        <Alert
          color="yellow"
          variant="light"
          title={t`This queue is paused`}
        >{t`No process starts its jobs. It was paused ${fromNow(new Date(queue.paused_at ?? 0))}; new jobs wait until it is resumed.`}</Alert>
      )}
      <Facts queue={queue} />
      <Tabs
        value={state}
        onChange={(value) =>
          void navigate({ search: { state: JOB_STATES.find((one) => one === value) }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List aria-label={t`Jobs`}>
          {JOB_STATES.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={<Badge color={colorOf(one, queue[one])}>{jobCount(queue[one])}</Badge>}
            >
              {STATES[one].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {JOB_STATES.map((one) => (
          <Tabs.Panel key={one} value={one} pt="md">
            <Group justify="space-between" mb="sm">
              <Text c="dimmed" size="sm">
                {STATES[one].text}
              </Text>
              {(one === 'failed' || one === 'dead') && queue[one] > 0 && (
                <RetryAllButton queue={queue} state={one} onDone={refresh} />
              )}
            </Group>
            <JobList queue={queue} state={one} onChange={refresh} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function Facts({ queue }: { queue: QueueResponse }): ReactNode {
  const facts = [
    { title: t`Name in logs and metrics`, value: queue.name },
    { title: t`Oldest due job`, value: <Time value={queue.oldest_due_at} /> },
    { title: t`Attempts before a job is dead`, value: queue.max_attempts ?? t`unknown here` },
    { title: t`Schedule`, value: queue.schedule ?? t`none: jobs are added as there is work` },
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      {facts.map(({ title, value }) => (
        <Card key={title} p="sm">
          <Text size="sm" c="dimmed">
            {title}
          </Text>
          <Text component="div">{value}</Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => {
    const [{ _id }] = listJobsQueryKey({ path: { queue: '' } });
    return Promise.all([
      queries.invalidateQueries({ queryKey: listQueuesOptions().queryKey }),
      queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => isKeyOf(key, _id) }),
    ]);
  };
}

function isKeyOf(key: unknown, id: string): boolean {
  return typeof key === 'object' && key !== null && '_id' in key && key._id === id;
}

function colorOf(state: (typeof JOB_STATES)[number], jobs: number): string {
  if (jobs === 0) return 'gray';
  return { waiting: 'blue', failed: 'orange', active: 'green', dead: 'red' }[state];
}
