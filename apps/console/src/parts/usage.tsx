import { plural, t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UsageResponse, UsageRowResponse } from '@atelier/client/api';
import { type Bar, Bars } from './bars.js';
import { dayName } from './day-name.js';
import { Facts } from './facts.js';
import { PageLink } from './link.js';
import { titleOfKind } from './media-kinds.js';
import { count } from './numbers.js';
import { type Column, Rows } from './rows.js';
import { Empty, Failure, Waiting } from './states.js';
import type { UsageGroup } from './usage-search.js';

const DAY_MS = 86_400_000;

const FIGURES: readonly Column<UsageRowResponse>[] = [
  { title: t`Tasks`, number: ({ tasks }) => tasks },
  { title: t`Succeeded`, number: ({ succeeded }) => succeeded },
  { title: t`Failed`, number: ({ failed }) => failed },
  { title: t`Credits`, number: ({ credits }) => credits },
  { title: t`Held`, number: ({ held }) => held },
];

export function Usage({
  query,
  csv,
}: {
  query: UseQueryResult<UsageResponse, unknown>;
  /** The address of the same usage as CSV. */
  csv: (usage: UsageResponse) => string;
}): ReactNode {
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting />;
  const { data } = query;
  const { tasks, succeeded, failed, credits, held } = data.total;
  if (tasks === 0)
    return (
      <Empty title={t`No tasks in this period`}>
        <Text>{t`From ${data.from} to ${data.to}, days of UTC.`}</Text>
      </Empty>
    );
  return (
    <Stack gap="lg">
      <div role="status">
        <Facts
          columns={{ base: 2, xs: 3, md: 5 }}
          facts={[
            [t`Tasks`, count(tasks)],
            [t`Succeeded`, count(succeeded)],
            [t`Failed, at no cost`, count(failed)],
            [t`Credits`, count(credits)],
            [t`Held for running tasks`, count(held)],
          ]}
        />
      </div>
      {data.group_by.includes('day') && credits > 0 && (
        <Bars
          bars={creditsByDay(data)}
          label={t`${plural(credits, { one: '# credit', other: '# credits' })} from ${data.from} to ${data.to}, a bar each day`}
        />
      )}
      <Rows
        caption={t`Usage`}
        rows={data.usage.map((row, at) => ({ ...row, at }))}
        rowKey={({ at }) => String(at)}
        columns={[...data.group_by.map(columnOf), ...FIGURES]}
        isSortable
      />
      <Group>
        <Button component="a" href={csv(data)} download variant="default">{t`Download as CSV`}</Button>
      </Group>
    </Stack>
  );
}

function columnOf(group: UsageGroup): Column<UsageRowResponse> {
  switch (group) {
    case 'user':
      return { title: t`User`, text: ({ user_name: name }) => name, cell: (row) => <User row={row} /> };
    case 'day':
      return { title: t`Day (UTC)`, text: ({ day }) => day };
    case 'kind':
      return { title: t`Kind`, text: ({ kind = '' }) => titleOfKind(kind) };
    case 'token':
      return { title: t`Token`, text: tokenOf };
    case 'provider':
      return { title: t`Provider`, text: ({ provider }) => provider };
  }
}

function User({ row: { user_id: id = null, user_name: name } }: { row: UsageRowResponse }): ReactNode {
  if (id === null) return t`Callers without a token`;
  return (
    <PageLink inherit to="/admin/users/$userId" params={{ userId: id }}>
      {name || t`Deleted user`}
    </PageLink>
  );
}

function tokenOf({ token_id: id, token_name: name }: UsageRowResponse): string {
  return id === null ? t`No token` : (name ?? t`Deleted token`);
}

/** Credits of each day, including days without tasks. */
function creditsByDay({ from, to, usage }: UsageResponse): Bar[] {
  const credits = new Map<string, number>();
  for (const row of usage) credits.set(row.day ?? '', (credits.get(row.day ?? '') ?? 0) + row.credits);
  const days = 1 + (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10);
    return { label: dayName(day), value: credits.get(day) ?? 0 };
  });
}
