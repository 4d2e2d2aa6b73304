import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Code, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { duration } from '../../../parts/numbers.js';
import { Time } from '../../../parts/time.js';
import { isLive } from '../../../parts/task-statuses.js';
import { failureAdvice } from './task-states.js';

type Part = { task: TaskDetailsResponse };

export function TaskState({ task }: Part): ReactNode {
  const { status, expired_at: expired } = task;
  return (
    <>
      {isLive(status) && <Live task={task} />}
      {status === 'uncertain' && <Uncertain task={task} />}
      {status === 'failed' && <Failed task={task} />}
      {status === 'canceled' && <Text>{t`The task was canceled. It cost nothing.`}</Text>}
      {expired !== null && <Expired at={expired} />}
    </>
  );
}

function Live({ task }: Part): ReactNode {
  const { status, progress, estimated_seconds: seconds, started_at: begun } = task;
  const isWorking = status === 'processing';
  const isLate = useHasPassed(begun === null ? Infinity : Date.parse(begun) + seconds * 1000);
  const usual = duration(seconds * 1000);
  const about =
    isWorking && isLate
      ? t`It takes longer than usual, which is about ${usual}.`
      : t`It takes about ${usual}.`;
  const expected = seconds > 0 ? ` ${about}` : '';
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section
          value={isWorking ? Math.max(progress, 2) : 100}
          animated={!isWorking}
          aria-label={t`Progress`}
          aria-valuetext={isWorking ? `${progress} %` : t`Waiting for its turn`}
        />
      </Progress.Root>
      <Text role="status">
        {isWorking ? t`In progress: ${progress} %.${expected}` : t`Waiting for its turn.${expected}`}
      </Text>
    </Stack>
  );
}

/** Whether a time, in milliseconds since 1970, has passed; Infinity never does. */
function useHasPassed(at: number): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === Infinity) return;
    const timer = setTimeout(() => setNow(Date.now()), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return now >= at;
}

/** The reader need not do anything; an admin does, below. */
function Uncertain({ task }: Part): ReactNode {
  const price = plural(task.credits, { one: '# credit', other: '# credits' });
  return (
    <Alert
      color="orange"
      variant="light"
      role="status"
      title={t`It is not known yet whether this work was done`}
    >
      <Why
        task={task}
        advice={t`An admin will ask the provider. Until then the price of ${price} stays held, the task can be neither canceled nor deleted, and it is not ordered again. Then it either resumes, or fails and costs nothing. You need not do anything.`}
      />
    </Alert>
  );
}

function Failed({ task }: Part): ReactNode {
  return (
    <Alert color="red" variant="light" title={t`The task failed`}>
      <Why task={task} advice={t`${failureAdvice(task.error_code ?? '')} It cost nothing.`} />
    </Alert>
  );
}

function Why({
  task: { error_code: code, error_message: message },
  advice,
}: Part & { advice: string }): ReactNode {
  return (
    <Stack gap="xs">
      <Text size="sm">{message}</Text>
      <Text size="sm">{advice}</Text>
      {code && (
        <Text size="xs">
          <Trans>
            Code <Code>{code}</Code>
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

function Expired({ at }: { at: string }): ReactNode {
  return (
    <Alert color="gray" variant="light" role="status" title={t`This task has expired`}>
      <Text size="sm">
        <Trans>
          Its results and input files were removed <Time value={at} isClock />; links to these files no longer
          work. What remains is shown here.
        </Trans>
      </Text>
    </Alert>
  );
}
