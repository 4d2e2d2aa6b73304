import { t } from '@lingui/core/macro';
import { Alert, Code, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { getUserOptions } from '@atelier/client/react-query';
import type { InvitationResponse, UserResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink } from '../../../parts/link.js';
import { PageTabs } from '../../../parts/page-tabs.js';
import { Page } from '../../../parts/page.js';
import { Section } from '../../../parts/section.js';
import { Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { Balance, UserCredits } from './credits/user-credits.js';
import { InvitationLink } from './invitation-link.js';
import { UserActs } from './user-acts.js';
import { UserBadges } from './user-badges.js';
import { UserTokens } from './user-tokens.js';

const route = getRouteApi('/signed-in/admin/users/$userId');
const CRUMBS = [{ title: t`Users`, to: '/admin/users' }];

export function UserPage(): ReactNode {
  const { userId } = route.useParams();
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(getUserOptions({ path: { userId } }));
  const [invitation, setInvitation] = useState<InvitationResponse>();
  const user = query.data;
  return (
    <Page
      title={user?.name ?? t`User`}
      crumbs={CRUMBS}
      facts={user && <UserBadges user={user} />}
      actions={user?.deletedAt === null && <UserActs user={user} onInvited={setInvitation} />}
    >
      <Loaded query={query}>
        {(data) => (
          <PageTabs
            open={tab}
            onOpen={(name) => void navigate({ search: name === 'profile' ? {} : { tab: name } })}
            tabs={[
              { name: 'profile', title: t`Profile`, content: <Profile user={data} /> },
              { name: 'credits', title: t`Credits`, content: <UserCredits user={data} /> },
            ]}
          />
        )}
      </Loaded>
      <Modal
        opened={invitation !== undefined}
        onClose={() => setInvitation(undefined)}
        title={t`A link for ${user?.name ?? ''}`}
        size="lg"
      >
        {invitation && <InvitationLink invitation={invitation} />}
      </Modal>
    </Page>
  );
}

function Profile({ user }: { user: UserResponse }): ReactNode {
  const { id } = user;
  const isThere = user.deletedAt === null;
  return (
    <Stack gap="lg">
      {!isThere && <Alert variant="light">{t`This user is deleted. The entry remains for history.`}</Alert>}
      <Group gap="xs">
        <ButtonLink variant="default" to="/admin/tasks" search={{ user: id }}>{t`Tasks`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/tasks"
          search={{ user: id, status: 'failed' }}
        >{t`Failed tasks`}</ButtonLink>
        <ButtonLink variant="default" to="/admin/usage" search={{ user: id }}>{t`Usage`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/audit"
          search={{ kind: 'user', target: id }}
        >{t`Audit log`}</ButtonLink>
      </Group>
      <Facts facts={factsOf(user)} />
      <Section title={t`Credits`}>
        <Balance userId={id} />
      </Section>
      {isThere && (
        <Section title={t`Tokens and sessions`}>
          <UserTokens user={user} />
        </Section>
      )}
    </Stack>
  );
}

function factsOf(user: UserResponse): [string, ReactNode][] {
  const { id, email, createdAt, publisherLimit, queueWeight, invitationExpiresAt: ends } = user;
  return [
    [t`E-mail address`, email || t`Unknown`],
    [t`Id`, <Code key="id">{id}</Code>],
    [t`Added`, <Time key="added" value={createdAt} />],
    [t`Publishers`, publisherLimit === null ? t`The limit of the service` : t`At most ${publisherLimit}`],
    [t`Weight in the queue`, queueWeight === 1 ? t`1, the default` : String(queueWeight)],
    [t`Open invitation until`, ends !== null && <Time key="ends" value={ends} />],
  ];
}
