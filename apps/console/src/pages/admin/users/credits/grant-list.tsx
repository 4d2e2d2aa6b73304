import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listGrantsInfiniteOptions } from '@atelier/client/react-query';
import { type GrantResponse, voidGrant } from '@atelier/client/api';
import { Listing } from '../../../../parts/listing.js';
import { count } from '../../../../parts/numbers.js';
import { ReasonedAct } from '../../../../parts/reasoned-act.js';
import { type Column, Rows } from '../../../../parts/rows.js';
import { Time } from '../../../../parts/time.js';
import { CorrectGrant } from './correct-grant.js';
import { categoryTitle } from './grant-categories.js';
import { useCreditsReread } from './use-credits-reread.js';

const COLUMNS: readonly Column<GrantResponse>[] = [
  { title: t`Grant`, cell: (grant) => <Named grant={grant} /> },
  { title: t`Credits`, align: 'right', cell: ({ amount }) => count(amount) },
  { title: t`Available`, align: 'right', cell: ({ available }) => count(available) },
  { title: t`Held`, align: 'right', cell: ({ held }) => count(held) },
  { title: t`Spent`, align: 'right', cell: ({ spent }) => count(spent) },
  { title: t`Expired`, align: 'right', cell: ({ expired }) => count(expired) },
  { title: t`Priority`, align: 'right', cell: ({ priority }) => count(priority) },
  { title: t`Time`, cell: (grant) => <Term grant={grant} /> },
];

export function GrantList({ userId, canChange }: { userId: string; canChange: boolean }): ReactNode {
  const list = useInfiniteQuery({
    ...listGrantsInfiniteOptions({ path: { userId } }),
    initialPageParam: { path: { userId } },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
  const act: Column<GrantResponse> = {
    title: t`Actions`,
    acts: (grant) =>
      grant.voided_at === null &&
      grant.available + grant.spent > 0 && (
        <>
          <CorrectGrant userId={userId} grant={grant} />
          {grant.available > 0 && <Void userId={userId} grant={grant} />}
        </>
      ),
  };
  return (
    <Listing query={list} rowsOf={({ grants }) => grants} empty={<Text c="dimmed">{t`No grants yet.`}</Text>}>
      {(grants) => (
        <Rows
          caption={t`Grants`}
          rows={grants}
          rowKey={({ id }) => id}
          columns={canChange ? [...COLUMNS, act] : COLUMNS}
        />
      )}
    </Listing>
  );
}

function Named({ grant: { category, note } }: { grant: GrantResponse }): ReactNode {
  return (
    <Stack gap={0}>
      <span>{categoryTitle(category)}</span>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

/** The period of a grant, if it is limited. */
function Term({
  grant: { created_at: given, effective_at: begins, expires_at: ends, voided_at: voided },
}: {
  grant: GrantResponse;
}): ReactNode {
  return (
    <Stack gap={0}>
      <span>
        <Trans>
          given <Time value={given} />
        </Trans>
      </span>
      {begins > given && (
        <span>
          <Trans>
            begins <Time value={begins} />
          </Trans>
        </span>
      )}
      {ends !== null && (
        <span>
          <Trans>
            ends <Time value={ends} />
          </Trans>
        </span>
      )}
      {voided !== null && (
        <span>
          <Badge color="gray">{t`voided`}</Badge> <Time value={voided} />
        </span>
      )}
    </Stack>
  );
}

function Void({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id, amount, available, held } = grant;
  return (
    <ReasonedAct
      label={t`Void`}
      size="xs"
      isDangerous
      title={t`Void the grant of ${plural(amount, { one: '# credit', other: '# credits' })}?`}
      act={(reason) => voidGrant({ path: { userId, grantId: id }, body: { reason }, throwOnError: true })}
      done={t`The grant is voided.`}
      onDone={useCreditsReread(userId)}
    >
      <Text size="sm">
        {plural(available, {
          one: 'The remaining credit is taken back.',
          other: 'The remaining # credits are taken back.',
        })}
      </Text>
      {held > 0 && (
        <Text size="sm">
          {plural(held, {
            one: '# credit is held by a task and may still be spent.',
            other: '# credits are held by tasks and may still be spent.',
          })}
        </Text>
      )}
      <Text size="sm">{t`This cannot be undone; you can add another grant.`}</Text>
    </ReasonedAct>
  );
}
