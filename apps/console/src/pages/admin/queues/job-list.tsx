import { t } from '@lingui/core/macro';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listJobsInfiniteOptions, listJobsQueryKey } from '@atelier/client/react-query';
import { dropJob, type JobResponse, listJobs, type QueueResponse, retryJob } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Listing } from '../../../parts/listing.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { ThingLink } from '../thing-link.js';

type State = JobResponse['state'];

const EMPTY: Record<State, string> = {
  waiting: t`No job is waiting`,
  failed: t`No job has failed`,
  active: t`No job is running`,
  dead: t`No job is dead`,
};

export function JobList({
  queue,
  state,
  onChange,
}: {
  queue: QueueResponse;
  state: State;
  onChange: () => Promise<unknown>;
}): ReactNode {
  const options = { path: { queue: queue.name }, query: { state } };
  const list = useInfiniteQuery({
    ...listJobsInfiniteOptions(options),
    initialPageParam: { path: options.path },
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  // For dead jobs, the last to die comes first; the other lists change all the time.
  const news = useNews({
    queryKey: [...listJobsQueryKey(options), 'newest'],
    list,
    newest: async (signal) => {
      if (state !== 'dead') return list.data?.pages[0]?.jobs[0]?.id;
      const query = { state, limit: 1 };
      const { data } = await listJobs({ ...options, query, signal, throwOnError: true });
      return data.jobs[0]?.id;
    },
    shown: list.data?.pages[0]?.jobs[0]?.id,
    what: t`More jobs have died.`,
  });
  return (
    <Listing
      query={list}
      rowsOf={({ jobs }) => jobs}
      empty={<Empty title={EMPTY[state]} />}
      news={state === 'dead' && news}
    >
      {(jobs) => (
        <Rows
          caption={t`Jobs of ${queue.name}`}
          columns={columnsOf(queue, state, onChange)}
          rows={jobs}
          rowKey={({ id }) => id}
        />
      )}
    </Listing>
  );
}

function columnsOf(
  queue: QueueResponse,
  state: State,
  onChange: () => Promise<unknown>,
): readonly Column<JobResponse>[] {
  return [
    { title: t`Job`, cell: (job) => <What job={job} /> },
    ...TIMES[state],
    ...(state === 'active'
      ? []
      : [{ title: t`Failed attempts`, cell: (job: JobResponse) => attempts(job, queue) }]),
    ...(state === 'active'
      ? []
      : [{ title: t`Last error`, cell: (job: JobResponse) => <Reason job={job} /> }]),
    ...(state === 'active'
      ? [{ title: t`Process`, cell: ({ process }: JobResponse) => process ?? '–' }]
      : [
          {
            title: t`What to do`,
            cell: (job: JobResponse) => <Acts job={job} queue={queue.name} onChange={onChange} />,
          },
        ]),
  ];
}

const ADDED: Column<JobResponse> = { title: t`Added`, cell: ({ created_at }) => <Time value={created_at} /> };
const DUE: Column<JobResponse> = { title: t`Due`, cell: ({ due_at }) => <Time value={due_at} /> };
const TIMES: Record<State, readonly Column<JobResponse>[]> = {
  waiting: [ADDED, DUE],
  failed: [ADDED, { ...DUE, title: t`Next attempt` }],
  active: [ADDED, { title: t`Began`, cell: ({ started_at }) => <Time value={started_at} /> }],
  dead: [ADDED, { title: t`Died`, cell: ({ died_at }) => <Time value={died_at} /> }],
};

/** What a job is about: its payload, with a link to the task. */
function What({ job: { payload } }: { job: JobResponse }): ReactNode {
  const entries = Object.entries(payload);
  if (entries.length === 0) return <Text size="sm">{t`Runs by schedule`}</Text>;
  return (
    <Stack gap={2}>
      {entries.map(([name, value]) => (
        <Text key={name} size="sm">
          <Text span c="dimmed">
            {name}:{' '}
          </Text>
          {name === 'taskId' && typeof value === 'string' ? (
            <ThingLink kind="task" id={value} />
          ) : (
            <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
          )}
        </Text>
      ))}
    </Stack>
  );
}

function Reason({ job: { error } }: { job: JobResponse }): ReactNode {
  if (!error) return '–';
  return (
    <Text size="sm">
      {error.message || error.name} {error.code && <Code>{error.code}</Code>}
    </Text>
  );
}

function attempts({ failed_attempts }: JobResponse, { max_attempts }: QueueResponse): string {
  return max_attempts === null ? `${failed_attempts}` : t`${failed_attempts} of ${max_attempts}`;
}

function Acts({
  job: { id, state },
  queue,
  onChange,
}: {
  job: JobResponse;
  queue: string;
  onChange: () => Promise<unknown>;
}): ReactNode {
  const path = { queue, jobId: id };
  const isDead = state === 'dead';
  return (
    <Group gap="xs" wrap="nowrap">
      <ActButton
        size="xs"
        label={isDead ? t`Retry` : t`Run now`}
        title={isDead ? t`Try this job again?` : t`Run this job now?`}
        act={() => retryJob({ path, throwOnError: true })}
        done={t`The job is due now.`}
        onDone={onChange}
      >
        {isDead
          ? t`It starts over with all its attempts. What was given up when it died, such as a failed task, remains so.`
          : t`It is due now. Jobs ahead of it in the queue stay ahead.`}
      </ActButton>
      <ActButton
        size="xs"
        isDangerous
        label={t`Drop`}
        title={t`Drop this job?`}
        act={() => dropJob({ path, throwOnError: true })}
        done={t`The job is dropped.`}
        onDone={onChange}
      >
        {isDead
          ? t`The job ${id} is removed from the list.`
          : t`The job ${id} will not run, and its task, if any, fails. The job moves to the dead ones, where it can be retried.`}
      </ActButton>
    </Group>
  );
}
