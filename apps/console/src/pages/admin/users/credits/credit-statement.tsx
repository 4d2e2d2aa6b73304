import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listUserCreditEntriesInfiniteOptions } from '@atelier/client/react-query';
import type { StatementEntryResponse } from '@atelier/client/api';
import { Listing } from '../../../../parts/listing.js';
import { titleOfKind } from '../../../../parts/media-kinds.js';
import { Statement } from '../../../../parts/statement.js';
import { ThingLink } from '../../thing-link.js';

export function CreditStatement({ userId }: { userId: string }): ReactNode {
  const list = useInfiniteQuery({
    ...listUserCreditEntriesInfiniteOptions({ path: { userId } }),
    initialPageParam: { path: { userId } },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
  return (
    <Listing
      query={list}
      rowsOf={({ entries }) => entries}
      empty={<Text c="dimmed">{t`No credits were held, spent or granted.`}</Text>}
    >
      {(entries) => <Statement entries={entries} about={(entry) => <About entry={entry} />} />}
    </Listing>
  );
}

function About({
  entry: { kind, task_id: task, grant_id: grant },
}: {
  entry: StatementEntryResponse;
}): ReactNode {
  if (task === null) return grant === null ? '–' : <Text inherit title={grant}>{t`Grant`}</Text>;
  return <ThingLink kind="task" id={task} name={kind === null ? t`Task` : titleOfKind(kind)} />;
}
