import { Button, Center, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UsageResponse, UsageRowResponse } from '@atelier/client/api';
import { type Bar, Bars } from './bars.js';
import { dayName } from './day-name.js';
import { Facts } from './facts.js';
import { titleOfKind } from './media-kinds.js';
import { count, counted } from './numbers.js';
import { type Column, Rows } from './rows.js';
import { Empty, Failure, Waiting } from './states.js';
import type { UsageGroup } from './usage-search.js';

const DAY_MS = 86_400_000;
/** Rows shown at first, and added on each request. */
const ROWS_SHOWN = 50;

const FIGURES: readonly Column<UsageRowResponse>[] = [
  { title: 'Tasks', align: 'right', cell: ({ tasks }) => count(tasks) },
  { title: 'Succeeded', align: 'right', cell: ({ succeeded }) => count(succeeded) },
  { title: 'Failed', align: 'right', cell: ({ failed }) => count(failed) },
  { title: 'Credits', align: 'right', cell: ({ credits }) => count(credits) },
  { title: 'Held', align: 'right', cell: ({ held }) => count(held) },
];

type Names = { user?: (id: string | null) => ReactNode; token: (id: string | null) => ReactNode };

export function Usage({
  query,
  names,
  csv,
}: {
  query: UseQueryResult<UsageResponse, unknown>;
  names: Names;
  /** The address of the same usage as CSV. */
  csv: (usage: UsageResponse) => string;
}): ReactNode {
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting />;
  const { data } = query;
  const { tasks, succeeded, failed, credits, held } = data.total;
  if (tasks === 0)
    return (
      <Empty title="No tasks in this period">
        <Text>
          From {data.from} to {data.to}, days of UTC.
        </Text>
      </Empty>
    );
  return (
    <Stack gap="lg">
      <div role="status">
        <Facts
          columns={{ base: 2, xs: 3, md: 5 }}
          facts={[
            ['Tasks', count(tasks)],
            ['Succeeded', count(succeeded)],
            ['Failed, at no cost', count(failed)],
            ['Credits', count(credits)],
            ['Held for running tasks', count(held)],
          ]}
        />
      </div>
      {data.group_by.includes('day') && credits > 0 && (
        <Bars
          bars={creditsByDay(data)}
          label={`${counted(credits, 'credit')} from ${data.from} to ${data.to}, a bar each day`}
        />
      )}
      {/* Another question begins with its first rows. */}
      <UsageRows key={`${data.from} ${data.to} ${data.group_by.join(' ')}`} usage={data} names={names} />
      <Group>
        <Button component="a" href={csv(data)} download variant="default">
          Download as CSV
        </Button>
      </Group>
    </Stack>
  );
}

function UsageRows({ usage, names }: { usage: UsageResponse; names: Names }): ReactNode {
  const [shown, setShown] = useState(ROWS_SHOWN);
  const groups = usage.group_by.map((group) => columnOf(group, names));
  const rows = usage.usage.map((row, at) => ({ ...row, at }));
  return (
    <Stack gap="sm">
      <Rows
        caption="Usage"
        rows={rows.slice(0, shown)}
        rowKey={({ at }) => String(at)}
        columns={[...groups, ...FIGURES]}
      />
      {rows.length > shown && (
        <Center>
          <Button variant="default" onClick={() => setShown(shown + ROWS_SHOWN)}>
            Show more of {count(rows.length)}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function columnOf(group: UsageGroup, { user, token }: Names): Column<UsageRowResponse> {
  switch (group) {
    case 'user':
      return { title: 'User', cell: ({ user_id: id = null }) => user?.(id) ?? id };
    case 'day':
      return { title: 'Day (UTC)', cell: ({ day }) => <time dateTime={day}>{day}</time> };
    case 'kind':
      return { title: 'Kind', cell: ({ kind = '' }) => titleOfKind(kind) };
    case 'token':
      return { title: 'Token', cell: ({ token_id: id = null }) => token(id) };
    case 'provider':
      return { title: 'Provider', cell: ({ provider }) => provider };
  }
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
