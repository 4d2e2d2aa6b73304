import { t } from '@lingui/core/macro';
import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../api/session.js';
import { PageTabs } from '../../parts/page-tabs.js';
import { Page } from '../../parts/page.js';
import { CreditsTab } from './credits-tab.js';
import { NoticesTab } from './notices-tab.js';
import { SessionsTab } from './sessions-tab.js';
import { SettingsTab } from './settings-tab.js';
import { SignOutButton } from './sign-out-button.js';
import { TokensTab } from './tokens-tab.js';
import { UsageTab } from './usage-tab.js';
import { WebhooksTab } from './webhooks/webhooks-tab.js';

const route = getRouteApi('/signed-in/account');

export function AccountPage(): ReactNode {
  const { tab = 'tokens' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: session } = useQuery(sessionOptions);
  if (!session) return null;
  const { name, email, isAdmin, isApproved, publisher_id: publisherId } = session;
  const hasMedia = session.scopes.includes('media');
  return (
    <Page
      title={t`Account`}
      text={t`Your user, and what programs may do for you.`}
      actions={<SignOutButton />}
    >
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {email && <Text>{email}</Text>}
        {isAdmin && <Badge>{t`admin`}</Badge>}
        {!isApproved && <Badge color="blue">{t`waiting for approval`}</Badge>}
        {publisherId && <Badge color="gray">{t`only for the publisher ${publisherId}`}</Badge>}
      </Group>
      <PageTabs
        open={tab}
        onOpen={(next) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          { name: 'tokens', title: t`Tokens`, content: <TokensTab scopes={session.scopes} /> },
          { name: 'sessions', title: t`Sessions`, content: <SessionsTab ownId={session.token_id} /> },
          { name: 'notices', title: t`Notices`, content: <NoticesTab /> },
          hasMedia && { name: 'webhooks', title: t`Webhooks`, content: <WebhooksTab /> },
          hasMedia && { name: 'credits', title: t`Credits`, content: <CreditsTab /> },
          hasMedia && { name: 'usage', title: t`Usage`, content: <UsageTab /> },
          { name: 'settings', title: t`Settings`, content: <SettingsTab userId={session.id} /> },
        ]}
      />
    </Page>
  );
}
