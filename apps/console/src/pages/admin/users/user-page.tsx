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
const CRUMBS = [{ title: 'Users', to: '/admin/users' }];

export function UserPage(): ReactNode {
  const { userId } = route.useParams();
  const user = useQuery(getUserOptions({ path: { userId } }));
  const [invitation, setInvitation] = useState<InvitationResponse>();
  if (user.isPending)
    return (
      <Page title="User" crumbs={CRUMBS}>
        <Waiting />
      </Page>
    );
  if (user.isError)
    return (
      <Page title="User" crumbs={CRUMBS}>
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
      {!isThere && <Alert variant="light">This user is deleted. The entry remains for history.</Alert>}
      <Group gap="xs">
        <ButtonLink variant="default" to="/admin/tasks" search={{ user: userId }}>
          Tasks
        </ButtonLink>
        <ButtonLink variant="default" to="/admin/tasks" search={{ user: userId, status: 'failed' }}>
          Failed tasks
        </ButtonLink>
        <ButtonLink variant="default" to="/admin/usage" search={{ user: userId }}>
          Usage
        </ButtonLink>
        <ButtonLink variant="default" to="/admin/audit" search={{ kind: 'user', target: userId }}>
          Audit log
        </ButtonLink>
      </Group>
      <Facts facts={factsOf(data)} />
      <Stack gap="sm">
        <Title order={2} size="h3">
          Credits
        </Title>
        <UserCredits userId={userId} />
        <Group>
          <ButtonLink variant="default" to="/admin/users/$userId/credits" params={{ userId }}>
            Grants, limits and statement
          </ButtonLink>
        </Group>
      </Stack>
      {isThere && (
        <Stack gap="sm">
          <Title order={2} size="h3">
            Tokens and sessions
          </Title>
          <UserTokens user={data} />
        </Stack>
      )}
      <Modal
        opened={invitation !== undefined}
        onClose={() => setInvitation(undefined)}
        title={`A link for ${data.name}`}
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
    ['E-mail address', email || 'Unknown'],
    ['Id', <Code key="id">{id}</Code>],
    ['Added', <Time key="added" value={createdAt} />],
    ['Publishers', publisherLimit === null ? 'The limit of the service' : `At most ${publisherLimit}`],
    ['Weight in the queue', queueWeight === 1 ? '1, the default' : String(queueWeight)],
    [
      'Open invitation',
      invitationExpiresAt !== null && (
        <Group key="open" gap={4}>
          Ends <Time value={invitationExpiresAt} />
        </Group>
      ),
    ],
  ];
}
