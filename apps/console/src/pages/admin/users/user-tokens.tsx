import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getUserTokenLimitsQueryKey,
  listUserTokensOptions,
  listUserTokensQueryKey,
} from '@atelier/client/react-query';
import {
  getUserTokenLimits,
  revokeUserToken,
  revokeUserTokens,
  setUserTokenLimits,
  type UserResponse,
} from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { SetLimits } from '../../../parts/limits.js';
import { Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

export function UserTokens({ user: { id: userId, name } }: { user: UserResponse }): ReactNode {
  const tokens = useQuery(listUserTokensOptions({ path: { userId } }));
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: listUserTokensQueryKey({ path: { userId } }) });
  if (tokens.isPending) return <Waiting />;
  if (tokens.isError) return <Failure error={tokens.error} retry={() => void tokens.refetch()} />;
  if (tokens.data.length === 0)
    return <Text c="dimmed">{t`None. With a new link ${name} can sign in.`}</Text>;
  return (
    <Stack gap="sm">
      <Rows
        caption={t`Tokens and sessions of ${name}`}
        rows={tokens.data}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t`Name`,
            cell: ({ name: token, description }) => (
              <Stack gap={0}>
                <span>{token}</span>
                {description && (
                  <Text size="xs" c="dimmed">
                    {description}
                  </Text>
                )}
              </Stack>
            ),
          },
          {
            title: t`May`,
            cell: ({ scopes }) => (
              <Group gap={4}>
                {scopes.map((scope) => (
                  <Badge key={scope} color={scope === 'admin' ? 'red' : 'gray'}>
                    {scope}
                  </Badge>
                ))}
              </Group>
            ),
          },
          { title: t`Last used`, cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : 'never') },
          { title: t`Ends`, cell: ({ expires_at: at }) => (at ? <Time value={at} /> : 'never') },
          {
            title: t`Act`,
            cell: ({ id, name: token, kind }) => (
              <Group gap={4}>
                {kind === 'token' && <TokenLimits userId={userId} tokenId={id} name={token} />}
                <ActButton
                  label={t`Revoke`}
                  size="xs"
                  isDangerous
                  title={
                    kind === 'session'
                      ? t`End a session of ${name}?`
                      : t`Revoke the token “${token}” of ${name}?`
                  }
                  act={() => revokeUserToken({ path: { userId, tokenId: id }, throwOnError: true })}
                  done={t`It is revoked.`}
                  onDone={reload}
                >{t`It stops working within five seconds, with all tokens made from it. This cannot be undone.`}</ActButton>
              </Group>
            ),
          },
        ]}
      />
      <Group>
        <ActButton
          label={t`Revoke all`}
          title={t`Revoke every token and session of ${name}?`}
          confirm={t`Revoke all`}
          isDangerous
          act={() => revokeUserTokens({ path: { userId }, throwOnError: true })}
          done={t`All are revoked.`}
          onDone={reload}
        >
          {t`Every program and browser of ${name} is refused within five seconds. ${name} needs a new link to sign in again.`}
        </ActButton>
      </Group>
    </Stack>
  );
}

/** What a token, and the tokens made from it, may spend. */
function TokenLimits({
  userId,
  tokenId,
  name,
}: {
  userId: string;
  tokenId: string;
  name: string;
}): ReactNode {
  const options = { path: { userId, tokenId }, throwOnError: true } as const;
  return (
    <SetLimits
      label={t`Limits`}
      aria-label={t`Limits of ${name}`}
      title={t`Limits of the token “${name}”`}
      size="xs"
      asksReason
      queryKey={getUserTokenLimitsQueryKey({ path: options.path })}
      read={async () => (await getUserTokenLimits(options)).data}
      set={(body) => setUserTokenLimits({ ...options, body })}
    />
  );
}
