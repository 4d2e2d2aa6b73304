import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getTokenLimitsQueryKey, listTokensOptions } from '@atelier/client/react-query';
import {
  createToken,
  getTokenLimits,
  revokeToken,
  type SessionResponse,
  setTokenLimits,
} from '@atelier/client/api';
import { NewToken, Tokens } from '../../parts/tokens.js';

export function TokensTab({ scopes }: { scopes: SessionResponse['scopes'] }): ReactNode {
  const query = useQuery(listTokensOptions());
  return (
    <Stack>
      <Group justify="space-between">
        <Text
          size="sm"
          c="dimmed"
          maw="70ch"
        >{t`A program sends a token with each request. Tokens that can do more than this session are not listed.`}</Text>
        <NewToken
          scopes={scopes}
          create={async (body) => {
            const { data } = await createToken({ body, throwOnError: true });
            await query.refetch();
            return data.token;
          }}
        />
      </Group>
      <Tokens
        caption={t`Your tokens`}
        query={query}
        isShown={({ kind }) => kind === 'token'}
        empty={t`Create one for a program that works for you.`}
        revoke={(tokenId) => revokeToken({ path: { tokenId }, throwOnError: true })}
        effect={t`Programs that send it are refused within five seconds, and so are those with tokens made by it. Sessions that began with it end. This cannot be undone.`}
        limitsOf={(tokenId) => {
          const path = { tokenId };
          return {
            queryKey: getTokenLimitsQueryKey({ path }),
            read: async () => (await getTokenLimits({ path, throwOnError: true })).data,
            set: (body) => setTokenLimits({ path, body, throwOnError: true }),
          };
        }}
      />
    </Stack>
  );
}
