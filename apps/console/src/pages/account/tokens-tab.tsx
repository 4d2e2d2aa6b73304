import { t } from '@lingui/core/macro';
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
import { Tokens } from '../../parts/tokens.js';

export function TokensTab({ scopes }: { scopes: SessionResponse['scopes'] }): ReactNode {
  const query = useQuery(listTokensOptions());
  return (
    <Tokens
      caption={t`Your tokens`}
      query={query}
      making={{
        hint: t`A program sends a token with each request. Tokens that can do more than this session are not listed.`,
        scopes,
        create: async (body) => (await createToken({ body, throwOnError: true })).data.token,
      }}
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
  );
}
