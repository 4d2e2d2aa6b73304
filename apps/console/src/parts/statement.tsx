import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StatementEntryResponse } from '../api/generated/types.gen.js';
import { count } from './numbers.js';
import { Rows } from './rows.js';
import { Time } from './time.js';

/** What an entry did, by its type. */
const ENTRIES: Record<string, string> = {
  hold: 'Kept for a task',
  post: 'Cost of a task',
  void: 'Given back by a task',
  grant: 'Grant given',
  expiry: 'Taken back from a grant',
  correction: 'Correction',
};

/** Movements of credits, newest first. */
export function Statement({
  entries,
  about,
}: {
  entries: readonly StatementEntryResponse[];
  /** Shows what an entry is about: its task, its grant. */
  about: (entry: StatementEntryResponse) => ReactNode;
}): ReactNode {
  return (
    <Rows
      caption="Statement"
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Entry', cell: ({ type }) => ENTRIES[type] ?? type },
        { title: 'Credits', align: 'right', cell: (entry) => <Amount entry={entry} /> },
        { title: 'About', cell: about },
        { title: 'When', cell: ({ created_at: at }) => <Time value={at} /> },
      ]}
    />
  );
}

/** The credits that an entry moved; those of a given-back hold are in what it ends. */
function Amount({ entry: { type, amount, held } }: { entry: StatementEntryResponse }): ReactNode {
  if (held === null || type === 'void') return count(held ?? amount);
  return (
    <Stack gap={0}>
      <span>{count(amount)}</span>
      {held > amount && (
        <Text span size="xs" c="dimmed">
          {count(held - amount)} of {count(held)} given back
        </Text>
      )}
    </Stack>
  );
}
