import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listPublisherTokensOptions } from '@atelier/client/react-query';
import {
  createPublisherToken,
  type CreatePublisherTokenRequest,
  revokePublisherToken,
} from '@atelier/client/api';
import { NewToken, Tokens } from '../../../parts/tokens.js';

/** Tokens that may write to this publisher only; for its owners. */
export function PublisherTokens({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  const query = useQuery(listPublisherTokensOptions({ path }));
  return (
    <Stack>
      <Group justify="space-between">
        <Text
          size="sm"
          c="dimmed"
          maw="70ch"
        >{t`For programs that publish, such as a build: each works for this publisher alone. All owners see these tokens, but never their text.`}</Text>
        <NewToken
          scopes={['registry:read', 'registry:write']}
          create={async (fields) => {
            const body = fields as CreatePublisherTokenRequest;
            const { data } = await createPublisherToken({ path, body, throwOnError: true });
            await query.refetch();
            return data.token;
          }}
        />
      </Group>
      <Tokens
        caption={t`Tokens of this publisher`}
        query={query}
        empty={t`Create one for a program that publishes.`}
        revoke={(tokenId) => revokePublisherToken({ path: { ...path, tokenId }, throwOnError: true })}
        effect={t`Programs that use it are refused from now on. This cannot be undone.`}
      />
    </Stack>
  );
}
