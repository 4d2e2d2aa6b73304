import { t } from '@lingui/core/macro';
import { Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listJobsInfiniteOptions } from '@atelier/client/react-query';
import { dropJob, type JobResponse, type QueueResponse, retryJob } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { DataList } from '../../../parts/data-list.js';
import type { Column } from '../../../parts/rows.js';
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
  return (
    <DataList
      caption={t`Jobs of ${queue.name}`}
      query={listJobsInfiniteOptions({ path: { queue: queue.name }, query: { state } })}
      rowsOf={({ jobs }) => jobs}
      rowKey={({ id }) => id}
      columns={columnsOf(queue, state, onChange)}
      empty={EMPTY[state]}
      // The last to die comes first; the other lists change all the time.
      news={state === 'dead' ? t`More jobs have died.` : undefined}
    />
  );
}

const ADDED: Column<JobResponse> = { title: t`Added`, time: ({ created_at: at }) => at };
const DUE: Column<JobResponse> = { title: t`Due`, time: ({ due_at: at }) => at };
const ACTIVE: readonly Column<JobResponse>[] = [
  { title: t`Began`, time: ({ started_at: at }) => at },
  { title: t`Process`, cell: ({ process }) => process ?? '–' },
];
const DIED: Column<JobResponse> = { title: t`Died`, time: ({ died_at: at }) => at };
const LAST_ERROR: Column<JobResponse> = {
  title: t`Last error`,
  cell: ({ error }) => <Reason error={error} />,
};

function columnsOf(
  queue: QueueResponse,
  state: State,
  onChange: () => Promise<unknown>,
): readonly Column<JobResponse>[] {
  const job: Column<JobResponse> = { title: t`Job`, cell: ({ payload }) => <What payload={payload} /> };
  if (state === 'active') return [job, ADDED, ...ACTIVE];
  const times = { waiting: DUE, failed: { ...DUE, title: t`Next attempt` }, dead: DIED };
  return [
    job,
    ADDED,
    times[state],
    { title: t`Failed attempts`, cell: (one) => attempts(one, queue) },
    LAST_ERROR,
    { title: t`Actions`, acts: (one) => <Acts job={one} queue={queue.name} onChange={onChange} /> },
  ];
}

/** What a job is about: its payload, with a link to the task. */
function What({ payload }: Pick<JobResponse, 'payload'>): ReactNode {
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

function Reason({ error }: Pick<JobResponse, 'error'>): ReactNode {
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
    <>
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
    </>
  );
}
