import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { pauseQueue, type QueueResponse, resumeQueue, retryJobs } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { jobCount } from './queue-counts.js';
import { queueTitle } from './queue-titles.js';

export function PauseButton({ queue: { name: queue, paused } }: { queue: QueueResponse }): ReactNode {
  const title = queueTitle(queue);
  const act = paused ? resumeQueue : pauseQueue;
  return (
    <ReasonedAct
      label={paused ? t`Resume` : t`Pause`}
      title={paused ? t`Resume the queue “${title}”?` : t`Pause the queue “${title}”?`}
      act={(reason) => act({ path: { queue }, body: { reason }, throwOnError: true })}
      done={paused ? t`The queue “${title}” is resumed.` : t`The queue “${title}” is paused.`}
    >
      {paused
        ? t`Processes start its waiting jobs in order.`
        : t`No process starts its jobs until it is resumed. Running jobs finish. New jobs wait, and so do their callers.`}
    </ReasonedAct>
  );
}

export function RetryAllButton({
  queue: { name, failed, dead },
  state,
  onDone,
}: {
  queue: QueueResponse;
  state: 'failed' | 'dead';
  onDone: () => Promise<unknown>;
}): ReactNode {
  const title = queueTitle(name);
  return (
    <ActButton
      label={t`Retry all`}
      title={
        state === 'failed' ? t`Retry the failed jobs of “${title}”?` : t`Retry the dead jobs of “${title}”?`
      }
      act={() => retryJobs({ path: { queue: name }, body: { state }, throwOnError: true })}
      done={t`The jobs of “${title}” will be retried.`}
      onDone={onDone}
    >
      {state === 'failed'
        ? t`Failed jobs: ${jobCount(failed)}. Their next attempt starts now, up to 10,000 at a time.`
        : t`Dead jobs: ${jobCount(dead)}. They start over with all their attempts, up to 10,000 at a time. Tasks that failed with them stay failed.`}
    </ActButton>
  );
}
