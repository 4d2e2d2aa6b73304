import { t } from '@lingui/core/macro';
import { Badge, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTokensOptions } from '@atelier/client/react-query';
import { revokeToken } from '@atelier/client/api';
import { ActButton } from '../../parts/act-button.js';
import { Lead } from '../../parts/lead.js';
import { Rows } from '../../parts/rows.js';
import { Loaded } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

export function SessionsTab({ ownId }: { ownId: string | null }): ReactNode {
  const tokens = useQuery(listTokensOptions());
  return (
    <Stack>
      <Lead>{t`The browsers in which you are signed in. End those that you do not know.`}</Lead>
      <Loaded query={tokens}>
        {(all) => (
          <Rows
            caption={t`Your sessions`}
            rows={all.filter(({ kind }) => kind === 'session')}
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
              { title: t`Signed in`, time: ({ created_at: at }) => at },
              {
                title: t`Last used`,
                cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : t`just now`),
              },
              { title: t`Expires unless used`, time: ({ expires_at: at }) => at },
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
                    >{t`That browser is signed out within five seconds. Tokens made in it keep working.`}</ActButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}
