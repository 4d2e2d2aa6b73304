import { t } from '@lingui/core/macro';
import { Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { pauseQueue, type QueueResponse, resumeQueue, retryJobs } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { jobCount } from './queue-counts.js';

type Act = { queue: QueueResponse; onDone: () => Promise<unknown> };

export function PauseButton({ queue: { name, paused }, onDone }: Act): ReactNode {
  const [reason, setReason] = useState('');
  const act = paused ? resumeQueue : pauseQueue;
  return (
    <ActButton
      label={paused ? t`Resume` : t`Pause`}
      title={paused ? t`Resume the queue "${name}"?` : t`Pause the queue "${name}"?`}
      act={() => act({ path: { queue: name }, body: { reason }, throwOnError: true })}
      done={paused ? t`The queue ${name} is resumed.` : t`The queue ${name} is paused.`}
      onDone={() => {
        setReason('');
        return onDone();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {paused
            ? t`Processes start its waiting jobs in order.`
            : t`No process starts its jobs until it is resumed. Running jobs finish. New jobs wait, and so do their callers.`}
        </Text>
        <Textarea
          label={t`Reason`}
          description={t`Kept in the audit log.`}
          maxLength={2_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ActButton>
  );
}

export function RetryAllButton({ queue, state, onDone }: Act & { state: 'failed' | 'dead' }): ReactNode {
  const { name } = queue;
  return (
    <ActButton
      label={t`Retry all`}
      title={
        state === 'failed' ? t`Retry the failed jobs of “${name}”?` : t`Retry the dead jobs of “${name}”?`
      }
      act={() => retryJobs({ path: { queue: name }, body: { state }, throwOnError: true })}
      done={t`Jobs of ${name} will be retried.`}
      onDone={onDone}
    >
      {state === 'failed'
        ? t`Failed jobs: ${jobCount(queue.failed)}. Their next attempt starts now, up to 10,000 at a time.`
        : t`Dead jobs: ${jobCount(queue.dead)}. They start over with all their attempts, up to 10,000 at a time. Tasks that failed with them stay failed.`}
    </ActButton>
  );
}
