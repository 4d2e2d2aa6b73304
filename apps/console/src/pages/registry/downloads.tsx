import { plural, t } from '@lingui/core/macro';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listDownloadsOptions } from '@atelier/client/react-query';
import { Bars } from '../../parts/bars.js';
import { dayName } from '../../parts/day-name.js';
import { Rows } from '../../parts/rows.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { PERIODS } from './routes.js';

const DAY_MS = 86_400_000;

export function Downloads({
  nodeId,
  days,
  choose,
}: {
  nodeId: string;
  days: (typeof PERIODS)[number];
  choose: (days: (typeof PERIODS)[number]) => void;
}): ReactNode {
  const [now] = useState(Date.now);
  const from = new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const query = useQuery(listDownloadsOptions({ path: { nodeId }, query: { from } }));
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t`Period`}
          value={String(days)}
          data={PERIODS.map((period) => ({ value: String(period), label: t`${period} days` }))}
          onChange={(value) => choose(PERIODS.find((period) => String(period) === value) ?? 30)}
        />
        {query.data && (
          <Text role="status">{t`${plural(query.data.total, { one: '# download', other: '# downloads' })} in ${days} days`}</Text>
        )}
      </Group>
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.total === 0 && (
        <Empty title={t`No downloads in this period`}>
          <Text>{t`Installing the node counts as a download.`}</Text>
        </Empty>
      )}
      {query.data && query.data.total > 0 && (
        <>
          <Bars
            bars={query.data.days.map(({ day, downloads }) => ({ label: dayName(day), value: downloads }))}
            label={t`${plural(query.data.total, { one: '# download', other: '# downloads' })} in ${query.data.days.length} days, a bar each day`}
          />
          <details>
            <summary>{t`Days with downloads, as a table`}</summary>
            <Rows
              caption={t`Downloads by day`}
              rows={query.data.days.filter(({ downloads }) => downloads > 0).toReversed()}
              rowKey={({ day }) => day}
              columns={[
                { title: t`Day (UTC)`, cell: ({ day }) => <time dateTime={day}>{dayName(day)}</time> },
                { title: t`Downloads`, cell: ({ downloads }) => downloads, align: 'right' },
              ]}
            />
          </details>
        </>
      )}
    </Stack>
  );
}
