import { t } from '@lingui/core/macro';
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listQueuesOptions } from '@atelier/client/react-query';
import type { QueueResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { Loaded } from '../../../parts/loaded.js';
import { PageTabs } from '../../../parts/page-tabs.js';
import { Page } from '../../../parts/page.js';
import { fromNow, Time } from '../../../parts/time.js';
import { JobList } from './job-list.js';
import { PauseButton, RetryAllButton } from './queue-acts.js';
import { jobCount } from './queue-counts.js';
import { queueText, queueTitle } from './queue-titles.js';
import { JOB_STATES } from './routes.js';

const route = getRouteApi('/signed-in/admin/queues/$queue');
const LOOK_EVERY_MS = 5_000;

const STATES = {
  waiting: {
    title: t`Waiting`,
    text: t`In the order in which they will run, including failed ones that wait for another attempt.`,
    color: 'blue',
  },
  failed: {
    title: t`Failed`,
    text: t`Their last attempt failed. They are retried automatically, or now if you choose to.`,
    color: 'orange',
  },
  active: { title: t`Running`, text: t`A process is running them.`, color: 'green' },
  dead: {
    title: t`Dead`,
    text: t`They have failed too often and are not retried. Kept for 14 days.`,
    color: 'red',
  },
} as const;

export function QueuePage(): ReactNode {
  const { queue: name } = route.useParams();
  const query = useQuery({ ...listQueuesOptions(), refetchInterval: LOOK_EVERY_MS });
  const queue = query.data?.queues.find((one) => one.name === name);
  const queries = useQueryClient();
  const refresh = (): Promise<unknown> => queries.invalidateQueries();
  return (
    <Page
      title={queueTitle(name)}
      text={queueText(name)}
      crumbs={[{ title: t`Queues`, to: '/admin/queues' }]}
      actions={
        queue && (
          <>
            <Button variant="default" onClick={() => void refresh()}>{t`Refresh`}</Button>
            <PauseButton queue={queue} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {() =>
          queue ? (
            <Content queue={queue} refresh={refresh} />
          ) : (
            <Alert title={t`There is no queue of this name`}>{t`Choose one from the list of queues.`}</Alert>
          )
        }
      </Loaded>
    </Page>
  );
}

function Content({ queue, refresh }: { queue: QueueResponse; refresh: () => Promise<unknown> }): ReactNode {
  const { state = 'waiting' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      {queue.paused && (
        <Alert
          color="yellow"
          variant="light"
          title={t`This queue is paused`}
        >{t`No process starts its jobs. It was paused ${fromNow(new Date(queue.paused_at ?? 0))}; new jobs wait until it is resumed.`}</Alert>
      )}
      <Facts
        columns={{ base: 1, xs: 2, lg: 4 }}
        facts={[
          [t`Name in logs and metrics`, queue.name],
          [t`Oldest due job`, <Time key="due" value={queue.oldest_due_at} />],
          [t`Attempts before a job is dead`, queue.max_attempts],
          [t`Schedule`, queue.schedule ?? t`None: jobs are added as there is work`],
        ]}
      />
      <PageTabs
        label={t`Jobs`}
        open={state}
        onOpen={(next) => void navigate({ search: { state: next }, replace: true })}
        tabs={JOB_STATES.map((name) => ({
          name,
          title: (
            <Group gap="xs">
              {STATES[name].title}
              <Badge color={queue[name] === 0 ? 'gray' : STATES[name].color}>{jobCount(queue[name])}</Badge>
            </Group>
          ),
          content: (
            <>
              <Group justify="space-between" mb="sm">
                <Text c="dimmed" size="sm">
                  {STATES[name].text}
                </Text>
                {(name === 'failed' || name === 'dead') && queue[name] > 0 && (
                  <RetryAllButton queue={queue} state={name} onDone={refresh} />
                )}
              </Group>
              <JobList queue={queue} state={name} onChange={refresh} />
            </>
          ),
        }))}
      />
    </>
  );
}
