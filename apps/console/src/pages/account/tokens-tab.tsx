import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getTokenLimitsQueryKey, listTokensOptions, listTokensQueryKey } from '@atelier/client/react-query';
import {
  getTokenLimits,
  revokeToken,
  type SessionResponse,
  setTokenLimits,
  type TokenResponse,
} from '@atelier/client/api';
import { ActButton } from '../../parts/act-button.js';
import { SetLimits } from '../../parts/limits.js';
import { Rows } from '../../parts/rows.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { NewToken } from './new-token.js';

export function TokensTab({ scopes }: { scopes: SessionResponse['scopes'] }): ReactNode {
  const tokens = useQuery(listTokensOptions());
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: listTokensQueryKey() });
  if (tokens.isPending) return <Waiting />;
  if (tokens.isError) return <Failure error={tokens.error} retry={() => void tokens.refetch()} />;
  const rows = tokens.data.filter(({ kind }) => kind === 'token');
  return (
    <Stack>
      <Group justify="space-between">
        <Text
          size="sm"
          c="dimmed"
          maw="70ch"
        >{t`A program sends a token with each request. Tokens that can do more than this session are not listed.`}</Text>
        <NewToken scopes={scopes} onMade={reload} />
      </Group>
      {rows.length === 0 ? (
        <Empty title={t`No tokens`}>
          <Text>{t`Make one for a program that works for you.`}</Text>
        </Empty>
      ) : (
        <Rows
          caption={t`Your tokens`}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { title: t`Name`, cell: (token) => <Named {...token} /> },
            { title: t`May`, cell: ({ scopes: granted }) => <Scopes scopes={granted} /> },
            { title: t`Made`, cell: ({ created_at: at }) => <Time value={at} /> },
            { title: t`Last used`, cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : 'never') },
            { title: t`Ends`, cell: ({ expires_at: at }) => (at ? <Time value={at} /> : 'never') },
            { title: t`Act`, cell: (token) => <Acts token={token} onDone={reload} /> },
          ]}
        />
      )}
    </Stack>
  );
}

function Named({ name, description, publisher_id: publisherId }: TokenResponse): ReactNode {
  return (
    <Stack gap={0}>
      <span>{name}</span>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {publisherId && <Text size="xs" c="dimmed">{t`for the publisher ${publisherId} only`}</Text>}
    </Stack>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }): ReactNode {
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Badge key={scope} color={scope === 'admin' ? 'red' : 'gray'}>
          {scope}
        </Badge>
      ))}
    </Group>
  );
}

function Acts({ token, onDone }: { token: TokenResponse; onDone: () => unknown }): ReactNode {
  const path = { tokenId: token.id };
  return (
    <Group gap="xs">
      {token.scopes.includes('media') && (
        <SetLimits
          label={t`Limits`}
          size="xs"
          aria-label={t`Limits of ${token.name}`}
          title={t`What may the token “${token.name}” spend?`}
          queryKey={getTokenLimitsQueryKey({ path })}
          read={async () => (await getTokenLimits({ path, throwOnError: true })).data}
          set={(body) => setTokenLimits({ path, body, throwOnError: true })}
        />
      )}
      <Revoke token={token} onDone={onDone} />
    </Group>
  );
}

function Revoke({ token, onDone }: { token: TokenResponse; onDone: () => unknown }): ReactNode {
  return (
    <ActButton
      label={t`Revoke`}
      size="xs"
      isDangerous
      aria-label={t`Revoke ${token.name}`}
      title={t`Revoke the token “${token.name}”?`}
      act={() => revokeToken({ path: { tokenId: token.id }, throwOnError: true })}
      done={t`The token is revoked.`}
      onDone={onDone}
    >{t`Programs that send it are refused within five seconds, and so are those with tokens made by it. Sessions that began with it end. This cannot be taken back.`}</ActButton>
  );
}
