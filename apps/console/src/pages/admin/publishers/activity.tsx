import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getPublisherActivityOptions } from '@atelier/client/react-query';
import { Facts } from '../../../parts/facts.js';
import { count } from '../../../parts/numbers.js';
import { Section } from '../../../parts/section.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

/** How much a publisher has published, and what became of it. */
export function Activity({ publisherId }: { publisherId: string }): ReactNode {
  const { data, error } = useQuery(getPublisherActivityOptions({ path: { publisherId } }));
  return (
    <Section title={t`Activity`}>
      {error && <Failure error={error} />}
      {!data && !error && <Waiting />}
      {data && (
        <Facts
          facts={[
            [t`Versions published`, count(data.versions_published)],
            [t`Active`, count(data.versions_active)],
            [t`Held`, count(data.versions_held)],
            [t`Refused or banned`, count(data.versions_banned)],
            [t`Reports upheld`, count(data.reports_upheld)],
            [t`Reports dismissed`, count(data.reports_dismissed)],
            [t`First publish`, <When key="first" value={data.first_published_at} />],
            [t`Last publish`, <When key="last" value={data.last_published_at} />],
            [t`Last use of a token`, <When key="token" value={data.token_last_used_at} />],
          ]}
        />
      )}
    </Section>
  );
}

function When({ value }: { value: string | null }): ReactNode {
  return value === null ? t`Never` : <Time value={value} />;
}
