import { t } from '@lingui/core/macro';
import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OverviewLinksResponse } from '@atelier/client/api';
import { overviewOptions } from '../../../api/overview.js';
import { Loaded } from '../../../parts/loaded.js';
import { OutsideLink } from '../../../parts/outside-link.js';
import { Page } from '../../../parts/page.js';
import { Section } from '../../../parts/section.js';
import { Charts } from './charts.js';
import { Problems } from './problems.js';
import { ServiceFacts } from './service-facts.js';

/** What is wrong now, and how much was done: the first page of admins. */
export function OverviewPage(): ReactNode {
  const query = useQuery(overviewOptions);
  const [period, setPeriod] = useState<'hours' | 'days'>('hours');
  return (
    <Page title={t`Overview`} actions={query.data && <Links links={query.data.links} />}>
      <Loaded query={query}>
        {(data) => (
          <Stack gap="xl">
            <Problems problems={data.problems} onDone={query.refetch} />
            <Section title={t`Tasks`}>
              <SegmentedControl
                aria-label={t`Period`}
                value={period}
                onChange={setPeriod}
                data={[
                  { value: 'hours', label: t`Last 24 hours` },
                  { value: 'days', label: t`Last 7 days` },
                ]}
                style={{ alignSelf: 'flex-start' }}
              />
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <Charts periods={data[period]} isByDay={period === 'days'} />
              </SimpleGrid>
              <Text size="sm" c="dimmed">{t`Tasks are counted every five minutes.`}</Text>
            </Section>
            <ServiceFacts overview={data} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Links({ links: { dashboard, logs } }: { links: OverviewLinksResponse }): ReactNode {
  return (
    <>
      <OutsideLink label={t`Dashboards`} href={dashboard} />
      {/* With an id in it, it is the address of one entry. */}
      <OutsideLink label={t`Log`} href={logs?.includes('{id}') ? null : logs} />
    </>
  );
}
