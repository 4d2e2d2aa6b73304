import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getUserCreditsOptions,
  getUserLimitsOptions,
  getUserLimitsQueryKey,
  listUserCreditEntriesInfiniteOptions,
} from '@atelier/client/react-query';
import {
  getUserLimits,
  setUserLimits,
  type StatementEntryResponse,
  type UserResponse,
} from '@atelier/client/api';
import { CreditsSum } from '../../../../parts/credits-sum.js';
import { DataList } from '../../../../parts/data-list.js';
import { Limits, SetLimits } from '../../../../parts/limits.js';
import { titleOfKind } from '../../../../parts/media-kinds.js';
import { Section } from '../../../../parts/section.js';
import { Loaded } from '../../../../parts/states.js';
import { Statement } from '../../../../parts/statement.js';
import { ThingLink } from '../../thing-link.js';
import { GiveGrant } from './grant-acts.js';
import { GrantList } from './grant-list.js';
import { Payment } from './payment.js';

/** The credits of a user: grants, limits, and every movement. */
export function UserCredits({ user: { id: userId, name, deletedAt } }: { user: UserResponse }): ReactNode {
  const isThere = deletedAt === null;
  return (
    <Stack gap="lg">
      <Balance userId={userId} />
      {isThere && (
        <Group gap="xs">
          <GiveGrant userId={userId} name={name} />
          <Payment userId={userId} name={name} />
        </Group>
      )}
      <Section title={t`Limits`}>
        <UserLimits userId={userId} name={name} canSet={isThere} />
      </Section>
      <Section title={t`Grants`}>
        <GrantList userId={userId} canChange={isThere} />
      </Section>
      <Section title={t`Statement`}>
        <DataList
          caption={t`Statement`}
          query={listUserCreditEntriesInfiniteOptions({ path: { userId } })}
          rowsOf={({ entries }) => entries}
          rowKey={({ id }) => id}
          columns={[]}
          draw={(entries) => <Statement entries={entries} about={(entry) => <About entry={entry} />} />}
          empty={t`No credits were held, spent or granted.`}
        />
      </Section>
    </Stack>
  );
}

export function Balance({ userId }: { userId: string }): ReactNode {
  const credits = useQuery(getUserCreditsOptions({ path: { userId } }));
  return <Loaded query={credits}>{(data) => <CreditsSum credits={data} />}</Loaded>;
}

/** The limits of a user; those of tokens are with the tokens. */
function UserLimits({ userId, name, canSet }: { userId: string; name: string; canSet: boolean }): ReactNode {
  const options = { path: { userId }, throwOnError: true } as const;
  return (
    <>
      <Loaded query={useQuery(getUserLimitsOptions({ path: { userId } }))}>
        {({ limits }) => <Limits limits={limits} caption={t`Limits of ${name}`} />}
      </Loaded>
      {canSet && (
        <Group>
          <SetLimits
            label={t`Change the limits`}
            title={t`Limits of ${name}`}
            asksReason
            queryKey={getUserLimitsQueryKey({ path: { userId } })}
            read={async () => (await getUserLimits(options)).data}
            set={(body) => setUserLimits({ ...options, body })}
          />
        </Group>
      )}
    </>
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
