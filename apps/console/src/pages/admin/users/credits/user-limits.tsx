import { t } from '@lingui/core/macro';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getUserLimitsOptions, getUserLimitsQueryKey } from '@atelier/client/react-query';
import { getUserLimits, setUserLimits } from '@atelier/client/api';
import { Limits, SetLimits } from '../../../../parts/limits.js';
import { Failure, Waiting } from '../../../../parts/states.js';

/** The limits of a user; those of tokens are on the user's page. */
export function UserLimits({
  userId,
  name,
  canSet,
}: {
  userId: string;
  name: string;
  canSet: boolean;
}): ReactNode {
  const options = { path: { userId }, throwOnError: true } as const;
  const limits = useQuery(getUserLimitsOptions({ path: { userId } }));
  if (limits.isPending) return <Waiting />;
  if (limits.isError) return <Failure error={limits.error} retry={() => void limits.refetch()} />;
  return (
    <Stack gap="sm">
      <Limits limits={limits.data.limits} caption={t`Limits of ${name}`} />
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
    </Stack>
  );
}
