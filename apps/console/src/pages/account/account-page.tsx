import { t } from '@lingui/core/macro';
import { Badge, Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../api/session.js';
import { Page } from '../../parts/page.js';
import classes from './account-page.module.css';
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
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ search: { tab: value as typeof tab }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="tokens">{t`Tokens`}</Tabs.Tab>
          <Tabs.Tab value="sessions">{t`Sessions`}</Tabs.Tab>
          <Tabs.Tab value="notices">{t`Notices`}</Tabs.Tab>
          {session.scopes.includes('media') && (
            <>
              <Tabs.Tab value="webhooks">{t`Webhooks`}</Tabs.Tab>
              <Tabs.Tab value="credits">{t`Credits`}</Tabs.Tab>
              <Tabs.Tab value="usage">{t`Usage`}</Tabs.Tab>
            </>
          )}
          <Tabs.Tab value="settings">{t`Settings`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens" pt="md">
          <TokensTab scopes={session.scopes} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" pt="md">
          <SessionsTab ownId={session.token_id} />
        </Tabs.Panel>
        <Tabs.Panel value="notices" pt="md">
          <NoticesTab />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks" pt="md">
          <WebhooksTab />
        </Tabs.Panel>
        <Tabs.Panel value="credits" pt="md">
          <CreditsTab />
        </Tabs.Panel>
        <Tabs.Panel value="usage" pt="md">
          <UsageTab />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md">
          <SettingsTab userId={session.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
