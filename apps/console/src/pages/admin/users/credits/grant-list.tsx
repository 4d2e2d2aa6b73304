import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { listGrantsInfiniteOptions } from '@atelier/client/react-query';
import type { GrantResponse } from '@atelier/client/api';
import { DataList } from '../../../../parts/data-list.js';
import type { Column } from '../../../../parts/rows.js';
import { TwoLines } from '../../../../parts/two-lines.js';
import { inWords } from '../../../../parts/words.js';
import { CorrectGrant, VoidGrant } from './grant-acts.js';

const COLUMNS: readonly Column<GrantResponse>[] = [
  {
    title: t`Grant`,
    text: ({ category }) => inWords(category),
    cell: ({ category, note, voided_at: voided }) => (
      <TwoLines below={note}>
        {inWords(category)} {voided !== null && <Badge color="gray">{t`voided`}</Badge>}
      </TwoLines>
    ),
  },
  { title: t`Credits`, number: ({ amount }) => amount },
  { title: t`Available`, number: ({ available }) => available },
  { title: t`Held`, number: ({ held }) => held },
  { title: t`Spent`, number: ({ spent }) => spent },
  { title: t`Expired`, number: ({ expired }) => expired },
  { title: t`Priority`, number: ({ priority }) => priority },
  { title: t`Given`, time: ({ created_at: given }) => given },
  { title: t`Begins`, time: ({ effective_at: begins }) => begins },
  { title: t`Ends`, time: ({ voided_at: voided, expires_at: ends }) => voided ?? ends },
];

export function GrantList({ userId, canChange }: { userId: string; canChange: boolean }): ReactNode {
  const acts: Column<GrantResponse> = {
    title: t`Actions`,
    acts: (grant) =>
      grant.voided_at === null &&
      grant.available + grant.spent > 0 && (
        <>
          <CorrectGrant userId={userId} grant={grant} />
          {grant.available > 0 && <VoidGrant userId={userId} grant={grant} />}
        </>
      ),
  };
  return (
    <DataList
      caption={t`Grants`}
      query={listGrantsInfiniteOptions({ path: { userId } })}
      rowsOf={({ grants }) => grants}
      rowKey={({ id }) => id}
      columns={canChange ? [...COLUMNS, acts] : COLUMNS}
      empty={t`No grants yet`}
    />
  );
}
