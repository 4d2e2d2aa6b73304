import { locale } from '#language';
import { plural, t } from '@lingui/core/macro';
import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OverviewPeriodResponse } from '@atelier/client/api';
import { type Bar, Bars } from '../../../parts/bars.js';
import { dayName } from '../../../parts/day-name.js';
import { count, duration } from '../../../parts/numbers.js';

const hourOf = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });

type Periods = readonly OverviewPeriodResponse[];
type Chart = {
  title: string;
  figure: (period: OverviewPeriodResponse) => number;
  bad?: (period: OverviewPeriodResponse) => number;
  total: (periods: Periods) => string;
  text?: (bar: Bar) => string;
};

const CHARTS: readonly Chart[] = [
  {
    title: t`Tasks and failures`,
    figure: ({ tasks }) => tasks,
    bad: ({ failed }) => failed,
    total: (periods) => {
      const failed = sum(periods, ({ failed }) => failed);
      return `${plural(
        sum(periods, ({ tasks }) => tasks),
        { one: '# task', other: '# tasks' },
      )}, ${t`${count(failed)} failed`}`;
    },
  },
  {
    title: t`Credits spent`,
    figure: ({ credits }) => credits,
    total: (periods) =>
      plural(
        sum(periods, ({ credits }) => credits),
        { one: '# credit', other: '# credits' },
      ),
  },
  {
    title: t`Typical wait`,
    figure: ({ wait_p50_ms: wait }) => wait ?? 0,
    total: (periods) => longest(periods, ({ wait_p50_ms: wait }) => wait),
    text: waitText,
  },
  {
    title: t`Longest waits (95th percentile)`,
    figure: ({ wait_p95_ms: wait }) => wait ?? 0,
    total: (periods) => longest(periods, ({ wait_p95_ms: wait }) => wait),
    text: waitText,
  },
];

/** Figures of tasks over time. */
export function Charts({ periods, isByDay }: { periods: Periods; isByDay: boolean }): ReactNode {
  const last = isByDay ? t`the last 7 days` : t`the last 24 hours`;
  return CHARTS.map(({ title, figure, bad, total, text }) => (
    <Card key={title} component="section" aria-label={title}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {total(periods)}
        </Text>
      </Group>
      <Bars
        height={96}
        label={t`${title} in ${last}`}
        {...(text && { text, scale: duration })}
        bars={periods.map((period) => ({
          label: isByDay ? dayName(period.start.slice(0, 10)) : hourOf.format(new Date(period.start)),
          value: figure(period),
          bad: bad?.(period) ?? 0,
        }))}
      />
    </Card>
  ));
}

function waitText({ label, value }: Bar): string {
  return value === 0 ? t`${label}: no tasks` : `${label}: ${duration(value)}`;
}

function sum(periods: Periods, figure: (period: OverviewPeriodResponse) => number): number {
  return periods.reduce((total, period) => total + figure(period), 0);
}

function longest(periods: Periods, figure: (period: OverviewPeriodResponse) => number | null): string {
  const waits = periods.map(figure).filter((wait) => wait !== null);
  return waits.length === 0 ? t`No tasks` : t`at most ${duration(Math.max(...waits))}`;
}
