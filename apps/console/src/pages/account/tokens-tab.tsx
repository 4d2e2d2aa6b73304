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
        <Text size="sm" c="dimmed" maw="70ch">
          A program sends a token with each request. Tokens that can do more than this session are not listed.
        </Text>
        <NewToken scopes={scopes} onMade={reload} />
      </Group>
      {rows.length === 0 ? (
        <Empty title="No tokens">
          <Text>Make one for a program that works for you.</Text>
        </Empty>
      ) : (
        <Rows
          caption="Your tokens"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Name', cell: (token) => <Named {...token} /> },
            { title: 'May', cell: ({ scopes: granted }) => <Scopes scopes={granted} /> },
            { title: 'Made', cell: ({ created_at: at }) => <Time value={at} /> },
            { title: 'Last used', cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : 'never') },
            { title: 'Ends', cell: ({ expires_at: at }) => (at ? <Time value={at} /> : 'never') },
            { title: 'Act', cell: (token) => <Acts token={token} onDone={reload} /> },
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
      {publisherId && (
        <Text size="xs" c="dimmed">
          for the publisher {publisherId} only
        </Text>
      )}
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
          label="Limits"
          size="xs"
          aria-label={`Limits of ${token.name}`}
          title={`What may the token “${token.name}” spend?`}
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
      label="Revoke"
      size="xs"
      isDangerous
      aria-label={`Revoke ${token.name}`}
      title={`Revoke the token “${token.name}”?`}
      act={() => revokeToken({ path: { tokenId: token.id }, throwOnError: true })}
      done="The token is revoked."
      onDone={onDone}
    >
      Programs that send it are refused within five seconds, and so are those with tokens made by it. Sessions
      that began with it end. This cannot be taken back.
    </ActButton>
  );
}
