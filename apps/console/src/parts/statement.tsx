import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StatementEntryResponse } from '@atelier/client/api';
import { count, signed } from './numbers.js';
import { type Column, Rows } from './rows.js';
import { Time } from './time.js';

const ENTRIES: Record<string, string> = {
  hold: t`Held for a task`,
  post: t`Cost of a task`,
  void: t`Released by a task`,
  grant: t`Grant given`,
  expiry: t`Taken back from a grant`,
  correction: t`Correction`,
};

const BALANCE: Column<StatementEntryResponse> = {
  title: t`Balance`,
  align: 'right',
  cell: ({ balance }) => (balance === null ? '–' : count(balance)),
};

export function Statement({
  entries,
  about,
}: {
  entries: readonly StatementEntryResponse[];
  /** Renders what an entry concerns: its task, its grant. */
  about: (entry: StatementEntryResponse) => ReactNode;
}): ReactNode {
  const hasBalance = entries.some(({ balance }) => balance !== null);
  return (
    <Rows
      caption={t`Statement`}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { title: t`Entry`, cell: ({ type }) => ENTRIES[type] ?? type },
        { title: t`Change`, align: 'right', cell: (entry) => <Change entry={entry} /> },
        ...(hasBalance ? [BALANCE] : []),
        { title: t`About`, cell: about },
        { title: t`When`, cell: ({ created_at: at }) => <Time value={at} /> },
      ]}
    />
  );
}

/** The entry's effect on the credits that can be spent; for an ended task also its cost. */
function Change({ entry: { type, amount, held, change } }: { entry: StatementEntryResponse }): ReactNode {
  if (type !== 'post') return signed(change);
  return (
    <Stack gap={0}>
      <span>{signed(change)}</span>
      <Text span size="xs" c="dimmed">{t`${count(amount)} of ${count(held ?? amount)} held were spent`}</Text>
    </Stack>
  );
}
