import { t } from '@lingui/core/macro';
import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { USAGE_GROUPS, type UsageGroup, type UsageSearch } from './usage-search.js';

const DAY_MS = 86_400_000;
const GROUP_TITLES: Record<UsageGroup, string> = {
  user: t`User`,
  day: t`Day`,
  kind: t`Kind`,
  token: t`Token`,
  provider: t`Provider`,
};

type Days = { from: string; to: string };

export function UsageFilters({
  search,
  groups,
  change,
  children,
}: {
  search: UsageSearch;
  groups: readonly UsageGroup[];
  change: (part: UsageSearch) => void;
  children?: ReactNode;
}): ReactNode {
  const periods = periodsAt(new Date());
  const { to = periods.usual.to } = search;
  const { from = daysUntil(to, 30).from } = search;
  const period = Object.entries(periods).find(([, days]) => days.from === from && days.to === to);
  const chosen = groups.filter((group) => (search.by ?? ['day']).includes(group));
  return (
    <Stack gap="sm" component="search" aria-label={t`Usage`}>
      <Group align="flex-end">
        {children}
        <Select
          label={t`Period`}
          placeholder={t`These days`}
          data={[
            { value: 'week', label: t`Last 7 days` },
            { value: 'usual', label: t`Last 30 days` },
            { value: 'quarter', label: t`Last 90 days` },
            { value: 'year', label: t`Last 365 days` },
            { value: 'thisMonth', label: t`This month` },
            { value: 'lastMonth', label: t`Last month` },
          ]}
          value={period?.[0] ?? null}
          allowDeselect={false}
          onChange={(value) => {
            if (value !== null) change(periods[value as keyof typeof periods]);
          }}
          w={{ base: '100%', xs: 180 }}
        />
        <TextInput
          type="date"
          label={t`From (UTC)`}
          value={from}
          max={to}
          onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
          w={{ base: '100%', xs: 160 }}
        />
        <TextInput
          type="date"
          label={t`To (UTC)`}
          value={to}
          max={periods.usual.to}
          onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
          w={{ base: '100%', xs: 160 }}
        />
      </Group>
      <Checkbox.Group
        label={t`Group by`}
        value={chosen}
        onChange={(values) => change({ by: USAGE_GROUPS.filter((group) => values.includes(group)) })}
      >
        <Group mt={4}>
          {groups.map((group) => (
            <Checkbox
              key={group}
              value={group}
              label={GROUP_TITLES[group]}
              // At least one grouping is needed.
              disabled={chosen.length === 1 && chosen[0] === group}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </Stack>
  );
}

/** Common periods, in days of UTC. */
function periodsAt(now: Date) {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = isoDay(now.getTime());
  return {
    week: daysUntil(today, 7),
    usual: daysUntil(today, 30),
    quarter: daysUntil(today, 90),
    year: daysUntil(today, 365),
    thisMonth: { from: isoDay(Date.UTC(year, month, 1)), to: today },
    lastMonth: { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month, 0)) },
  } satisfies Record<string, Days>;
}

function daysUntil(to: string, days: number): Days {
  return { from: isoDay(Date.parse(to) - (days - 1) * DAY_MS), to };
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
