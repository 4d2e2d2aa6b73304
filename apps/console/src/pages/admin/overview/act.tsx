import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ProblemResponse, retryJobs } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ButtonLink } from '../../../parts/link.js';
import { DrainVendor } from '../drain-vendor.js';
import { queueTitle } from '../queues/queue-titles.js';
import { RemoveResults } from '../free-space.js';

/** What settles a problem, or the page on which to do it. */
export function Act({
  problem: { kind, subject: name, user_id: userId },
  onDone,
}: {
  problem: ProblemResponse;
  onDone: () => unknown;
}): ReactNode {
  const subject = name ?? '';
  switch (kind) {
    case 'ledger':
      return <ButtonLink to="/admin/books">{t`Check the books`}</ButtonLink>;
    case 'disk':
      return (
        <Group gap="xs">
          <ButtonLink to="/admin/storage" variant="default">{t`See what fills it`}</ButtonLink>
          <RemoveResults onDone={onDone} />
        </Group>
      );
    case 'vendor_down':
    case 'vendor_failing':
    case 'vendor_drained':
      return (
        <Group gap="xs">
          <ButtonLink
            to="/admin/vendors"
            hash={`vendor-${subject}`}
            variant="default"
          >{t`Open the vendor`}</ButtonLink>
          <DrainVendor vendor={subject} isDrained={kind === 'vendor_drained'} onDone={onDone} />
        </Group>
      );
    case 'tasks_uncertain':
      return <ButtonLink to="/admin/tasks" search={{ status: 'uncertain' }}>{t`Resolve`}</ButtonLink>;
    case 'jobs_late':
    case 'queue_paused':
      return <Queue queue={subject} state="waiting" />;
    case 'jobs_dead':
      return (
        <Group gap="xs">
          <Queue queue={subject} state="dead" />
          <ActButton
            label={t`Retry`}
            title={t`Retry the failed jobs of “${queueTitle(subject)}”?`}
            confirm={t`Retry`}
            act={() => retryJobs({ path: { queue: subject }, body: { state: 'dead' }, throwOnError: true })}
            done={t`The jobs run again.`}
            onDone={onDone}
          >{t`They start over with all their attempts.`}</ActButton>
        </Group>
      );
    case 'reviews':
      return <ButtonLink to="/admin/reviews">{t`Review`}</ButtonLink>;
    case 'reports':
      return <ButtonLink to="/admin/reports">{t`Answer`}</ButtonLink>;
    case 'webhook_endpoint':
      return (
        <ButtonLink
          to="/admin/users/$userId"
          params={{ userId: userId ?? '' }}
        >{t`Open its owner`}</ButtonLink>
      );
    case 'webhook_deliveries':
      return <ButtonLink to="/studio/tasks/$id" params={{ id: subject }}>{t`Open the last one`}</ButtonLink>;
    case 'not_ready':
    case 'unknown':
      return null;
  }
}

function Queue({ queue, state }: { queue: string; state: 'waiting' | 'dead' }): ReactNode {
  return (
    <ButtonLink
      to="/admin/queues/$queue"
      params={{ queue }}
      search={{ state }}
      variant="default"
    >{t`Open the queue`}</ButtonLink>
  );
}
