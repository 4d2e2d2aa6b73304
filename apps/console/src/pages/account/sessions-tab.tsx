import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTokensOptions, listTokensQueryKey } from '@atelier/client/react-query';
import { revokeToken } from '@atelier/client/api';
import { ActButton } from '../../parts/act-button.js';
import { Rows } from '../../parts/rows.js';
import { Failure, Waiting } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

export function SessionsTab({ ownId }: { ownId: string | null }): ReactNode {
  const tokens = useQuery(listTokensOptions());
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: listTokensQueryKey() });
  if (tokens.isPending) return <Waiting />;
  if (tokens.isError) return <Failure error={tokens.error} retry={() => void tokens.refetch()} />;
  return (
    <Stack>
      <Text
        size="sm"
        c="dimmed"
        maw="70ch"
      >{t`The browsers in which you are signed in. End those that you do not know.`}</Text>
      <Rows
        caption={t`Your sessions`}
        rows={tokens.data.filter(({ kind }) => kind === 'session')}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t`Browser`,
            cell: ({ id, description }) => (
              <Group gap="xs">
                {description || t`Unknown`}
                {id === ownId && <Badge>{t`this one`}</Badge>}
              </Group>
            ),
          },
          { title: t`Signed in`, cell: ({ created_at: at }) => <Time value={at} /> },
          { title: t`Last used`, cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : t`just now`) },
          { title: t`Expires unless used`, cell: ({ expires_at: at }) => <Time value={at} /> },
          {
            title: t`Actions`,
            acts: ({ id, description }) =>
              id !== ownId && (
                <ActButton
                  label={t`End`}
                  size="xs"
                  isDangerous
                  title={t`End the session in ${description || t`an unknown browser`}?`}
                  act={() => revokeToken({ path: { tokenId: id }, throwOnError: true })}
                  done={t`The session has ended.`}
                  onDone={reload}
                >{t`That browser is signed out within five seconds. Tokens made in it keep working.`}</ActButton>
              ),
          },
        ]}
      />
    </Stack>
  );
}
