import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Code, Group, Modal, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { getUserOptions } from '@atelier/client/react-query';
import type { InvitationResponse, UserResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { UserCredits } from './credits/user-credits.js';
import { InvitationLink } from './invitation-link.js';
import { UserActs } from './user-acts.js';
import { UserBadges } from './user-badges.js';
import { UserTokens } from './user-tokens.js';

const route = getRouteApi('/signed-in/admin/users/$userId');
const CRUMBS = [{ title: t`Users`, to: '/admin/users' }];

export function UserPage(): ReactNode {
  const { userId } = route.useParams();
  const user = useQuery(getUserOptions({ path: { userId } }));
  const [invitation, setInvitation] = useState<InvitationResponse>();
  if (user.isPending)
    return (
      <Page title={t`User`} crumbs={CRUMBS}>
        <Waiting />
      </Page>
    );
  if (user.isError)
    return (
      <Page title={t`User`} crumbs={CRUMBS}>
        <Failure error={user.error} retry={() => void user.refetch()} />
      </Page>
    );
  const { data } = user;
  const isThere = data.deletedAt === null;
  return (
    <Page
      title={data.name}
      crumbs={CRUMBS}
      actions={isThere && <UserActs user={data} onInvited={setInvitation} />}
    >
      <UserBadges user={data} />
      {!isThere && <Alert variant="light">{t`This user is deleted. The entry remains for history.`}</Alert>}
      <Group gap="xs">
        <ButtonLink variant="default" to="/admin/tasks" search={{ user: userId }}>{t`Tasks`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/tasks"
          search={{ user: userId, status: 'failed' }}
        >{t`Failed tasks`}</ButtonLink>
        <ButtonLink variant="default" to="/admin/usage" search={{ user: userId }}>{t`Usage`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/audit"
          search={{ kind: 'user', target: userId }}
        >{t`Audit log`}</ButtonLink>
      </Group>
      <Facts facts={factsOf(data)} />
      <Stack gap="sm">
        <Title order={2} size="h3">{t`Credits`}</Title>
        <UserCredits userId={userId} />
        <Group>
          <ButtonLink
            variant="default"
            to="/admin/users/$userId/credits"
            params={{ userId }}
          >{t`Grants, limits and statement`}</ButtonLink>
        </Group>
      </Stack>
      {isThere && (
        <Stack gap="sm">
          <Title order={2} size="h3">{t`Tokens and sessions`}</Title>
          <UserTokens user={data} />
        </Stack>
      )}
      <Modal
        opened={invitation !== undefined}
        onClose={() => setInvitation(undefined)}
        title={t`A link for ${data.name}`}
        size="lg"
      >
        {invitation && <InvitationLink invitation={invitation} />}
      </Modal>
    </Page>
  );
}

function factsOf(user: UserResponse): [string, ReactNode][] {
  const { id, email, createdAt, publisherLimit, queueWeight, invitationExpiresAt } = user;
  return [
    [t`E-mail address`, email || t`Unknown`],
    [t`Id`, <Code key="id">{id}</Code>],
    [t`Added`, <Time key="added" value={createdAt} />],
    [t`Publishers`, publisherLimit === null ? t`The limit of the service` : t`At most ${publisherLimit}`],
    [t`Weight in the queue`, queueWeight === 1 ? '1, the default' : String(queueWeight)],
    [
      t`Open invitation`,
      invitationExpiresAt !== null && (
        <Group key="open" gap={4}>
          <Trans>
            Ends <Time value={invitationExpiresAt} />
          </Trans>
        </Group>
      ),
    ],
  ];
}
