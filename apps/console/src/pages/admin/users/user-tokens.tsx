import { t } from '@lingui/core/macro';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getUserTokenLimitsQueryKey, listUserTokensOptions } from '@atelier/client/react-query';
import {
  getUserTokenLimits,
  revokeUserToken,
  revokeUserTokens,
  setUserTokenLimits,
  type UserResponse,
} from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Tokens } from '../../../parts/tokens.js';

export function UserTokens({ user: { id: userId, name } }: { user: UserResponse }): ReactNode {
  const query = useQuery(listUserTokensOptions({ path: { userId } }));
  return (
    <Stack gap="sm">
      <Tokens
        caption={t`Tokens and sessions of ${name}`}
        query={query}
        empty={t`With a new link ${name} can sign in.`}
        revoke={(tokenId) => revokeUserToken({ path: { userId, tokenId }, throwOnError: true })}
        effect={t`It stops working within five seconds, with all tokens made from it. This cannot be undone.`}
        limitsOf={(tokenId) => {
          const path = { userId, tokenId };
          return {
            queryKey: getUserTokenLimitsQueryKey({ path }),
            read: async () => (await getUserTokenLimits({ path, throwOnError: true })).data,
            set: (body) => setUserTokenLimits({ path, body, throwOnError: true }),
            asksReason: true,
          };
        }}
      />
      {query.data && query.data.length > 0 && (
        <Group>
          <ActButton
            label={t`Revoke all`}
            title={t`Revoke every token and session of ${name}?`}
            confirm={t`Revoke all`}
            isDangerous
            act={() => revokeUserTokens({ path: { userId }, throwOnError: true })}
            done={t`All are revoked.`}
          >
            {t`Every program and browser of ${name} is refused within five seconds. ${name} needs a new link to sign in again.`}
          </ActButton>
        </Group>
      )}
    </Stack>
  );
}
