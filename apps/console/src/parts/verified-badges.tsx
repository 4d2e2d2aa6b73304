import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PublisherResponse } from '@atelier/client/api';

/** The domains and repositories that a publisher has proved to be its own. */
export function VerifiedBadges({ publisher }: { publisher: PublisherResponse }): ReactNode {
  return publisher.verified.map(({ method, subject }) => (
    <Badge
      key={`${method} ${subject}`}
      color="green"
      tt="none"
      title={TITLES[method]}
    >{t`${subject.replace('https://', '')} ✓ verified`}</Badge>
  ));
}

const TITLES = {
  dns: t`The publisher controls this domain.`,
  repository: t`The publisher controls this repository.`,
  trusted_publishing: t`The publisher has published from this repository.`,
} as const;
