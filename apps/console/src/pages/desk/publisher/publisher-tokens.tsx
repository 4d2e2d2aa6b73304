import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listPublisherTokensOptions } from '@atelier/client/react-query';
import {
  createPublisherToken,
  type CreatePublisherTokenRequest,
  revokePublisherToken,
} from '@atelier/client/api';
import { Tokens } from '../../../parts/tokens.js';

/** Tokens that may write to this publisher only; for its owners. */
export function PublisherTokens({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  const query = useQuery(listPublisherTokensOptions({ path }));
  return (
    <Tokens
      caption={t`Tokens of this publisher`}
      query={query}
      making={{
        hint: t`For programs that publish, such as a build: each works for this publisher alone. All owners see these tokens, but never their text.`,
        scopes: ['registry:read', 'registry:write'],
        create: async (fields) => {
          const body = fields as CreatePublisherTokenRequest;
          return (await createPublisherToken({ path, body, throwOnError: true })).data.token;
        },
      }}
      empty={t`Create one for a program that publishes.`}
      revoke={(tokenId) => revokePublisherToken({ path: { ...path, tokenId }, throwOnError: true })}
      effect={t`Programs that use it are refused from now on. This cannot be undone.`}
    />
  );
}
