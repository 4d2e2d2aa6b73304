import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ProblemResponse, retryJobs } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ButtonLink } from '../../../parts/link.js';
import { RemoveResults } from '../free-space.js';
import { queueTitle } from '../queues/queue-titles.js';
import { DrainVendor, RetryVendor } from '../vendor-acts.js';

type Props = { problem: ProblemResponse; onDone: () => unknown };

/** What settles a problem, and the page on which to look closer. */
export function Act({ problem, onDone }: Props): ReactNode {
  return (
    <Group gap="xs">
      <Place problem={problem} />
      <Remedy problem={problem} onDone={onDone} />
    </Group>
  );
}

function Place({ problem: { kind, subject: name, user_id: userId } }: Pick<Props, 'problem'>): ReactNode {
  const subject = name ?? '';
  switch (kind) {
    case 'ledger':
      return <ButtonLink to="/admin/books">{t`Check the books`}</ButtonLink>;
    case 'disk':
      return <ButtonLink to="/admin/storage" variant="default">{t`See what fills it`}</ButtonLink>;
    case 'vendor_down':
    case 'vendor_failing':
    case 'vendor_drained':
      return (
        <ButtonLink
          to="/admin/vendors"
          hash={`vendor-${subject}`}
          variant="default"
        >{t`Open the vendor`}</ButtonLink>
      );
    case 'tasks_uncertain':
      return <ButtonLink to="/admin/tasks" search={{ status: 'uncertain' }}>{t`Resolve`}</ButtonLink>;
    case 'jobs_late':
    case 'queue_paused':
    case 'jobs_dead':
      return (
        <ButtonLink
          to="/admin/queues/$queue"
          params={{ queue: subject }}
          search={{ state: kind === 'jobs_dead' ? 'dead' : 'waiting' }}
          variant="default"
        >{t`Open the queue`}</ButtonLink>
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
    case 'versions_differ':
    case 'backup_old':
    case 'unknown':
      return null;
  }
}

function Remedy({ problem: { kind, subject: name }, onDone }: Props): ReactNode {
  const subject = name ?? '';
  switch (kind) {
    case 'disk':
      return <RemoveResults onDone={onDone} />;
    case 'vendor_down':
      return (
        <>
          <RetryVendor vendor={subject} onDone={onDone} />
          <DrainVendor vendor={subject} isDrained={false} onDone={onDone} />
        </>
      );
    case 'vendor_failing':
    case 'vendor_drained':
      return <DrainVendor vendor={subject} isDrained={kind === 'vendor_drained'} onDone={onDone} />;
    case 'jobs_dead':
      return (
        <ActButton
          label={t`Retry`}
          title={t`Retry the failed jobs of “${queueTitle(subject)}”?`}
          act={() => retryJobs({ path: { queue: subject }, body: { state: 'dead' }, throwOnError: true })}
          done={t`The jobs run again.`}
          onDone={onDone}
        >{t`They start over with all their attempts.`}</ActButton>
      );
    default:
      return null;
  }
}
