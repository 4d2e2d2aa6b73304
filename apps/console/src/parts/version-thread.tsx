import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addMessage } from '@atelier/client/api';
import { listMessagesOptions } from '@atelier/client/react-query';
import { Thread } from './thread.js';
import { Time } from './time.js';

/** What the publisher of a version and its reviewers have said, and a field to say more. */
export function VersionThread({
  nodeId,
  versionId,
  order = 2,
}: {
  nodeId: string;
  versionId: string;
  order?: 2 | 3;
}): ReactNode {
  const path = { nodeId, versionId };
  const query = useQuery(listMessagesOptions({ path }));
  const until = query.data?.appeal_until;
  return (
    <Stack gap="xs">
      <Title order={order} size="h5">{t`Publisher and reviewers`}</Title>
      <Thread
        query={query}
        authorOf={(message) => (message.is_from_admin ? t`Reviewer` : t`Publisher`)}
        description={
          <>
            {t`Members of the publisher and admins can read it.`}
            {until && (
              <>
                <Trans>
                  {' '}
                  The publisher can write until <Time value={until} />.
                </Trans>
              </>
            )}
          </>
        }
        send={(text) => addMessage({ path, body: { text }, throwOnError: true })}
      />
    </Stack>
  );
}
