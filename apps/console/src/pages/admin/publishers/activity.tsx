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
    <Section title="Activity">
      {error && <Failure error={error} />}
      {!data && !error && <Waiting />}
      {data && (
        <Facts
          facts={[
            ['Versions published', count(data.versions_published)],
            ['Active', count(data.versions_active)],
            ['Held', count(data.versions_held)],
            ['Refused or banned', count(data.versions_banned)],
            ['Reports upheld', count(data.reports_upheld)],
            ['Reports dismissed', count(data.reports_dismissed)],
            ['First publish', <When key="first" value={data.first_published_at} />],
            ['Last publish', <When key="last" value={data.last_published_at} />],
            ['Last use of a token', <When key="token" value={data.token_last_used_at} />],
          ]}
        />
      )}
    </Section>
  );
}

function When({ value }: { value: string | null }): ReactNode {
  return value === null ? 'never' : <Time value={value} />;
}
