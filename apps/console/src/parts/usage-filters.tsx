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
  const today = isoDay(new Date().getTime());
  const periods = periodsUntil(today);
  const { to = today } = search;
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
          data={Object.keys(periods)}
          value={period?.[0] ?? null}
          allowDeselect={false}
          onChange={(value) => change(periods[value ?? ''] ?? {})}
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
          max={today}
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

/** Common periods, in days of UTC, by their names. */
function periodsUntil(today: string): Record<string, Days> {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    [t`Last 7 days`]: daysUntil(today, 7),
    [t`Last 30 days`]: daysUntil(today, 30),
    [t`Last 90 days`]: daysUntil(today, 90),
    [t`Last 365 days`]: daysUntil(today, 365),
    [t`This month`]: { from: isoDay(Date.UTC(year, month, 1)), to: today },
    [t`Last month`]: { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month, 0)) },
  };
}

function daysUntil(to: string, days: number): Days {
  return { from: isoDay(Date.parse(to) - (days - 1) * DAY_MS), to };
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
