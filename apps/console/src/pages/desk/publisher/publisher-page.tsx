import { t } from '@lingui/core/macro';
import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VersionList } from '../publishing/version-list.js';
import { DeskPage } from '../desk-page.js';
import { ButtonLink } from '../../../parts/link.js';
import type { PUBLISHER_TABS } from '../routes.js';
import { PublisherMembers } from './publisher-members.js';
import { PublisherNodes } from './publisher-nodes.js';
import { PublisherProofs } from './publisher-proofs.js';
import { PublisherSettings } from './publisher-settings.js';
import { PublisherTokens } from './publisher-tokens.js';
import { PublisherTrust } from './publisher-trust.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId');

type Tab = (typeof PUBLISHER_TABS)[number];

export function PublisherPage(): ReactNode {
  const { publisherId } = route.useParams();
  const { tab = 'nodes', status } = route.useSearch();
  const navigate = useNavigate({ from: '/desk/publishers/$publisherId' });
  return (
    <DeskPage
      publisherId={publisherId}
      actions={() => (
        <>
          <ButtonLink
            variant="default"
            to="/desk/publishers/$publisherId/new-node"
            params={{ publisherId }}
          >{t`Create a node`}</ButtonLink>
          <ButtonLink
            to="/desk/publishers/$publisherId/publish"
            params={{ publisherId }}
          >{t`Publish a version`}</ButtonLink>
        </>
      )}
    >
      {(desk) => (
        <Tabs
          value={tab}
          onChange={(value) => void navigate({ search: { tab: value as Tab } })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="nodes">{t`Nodes`}</Tabs.Tab>
            <Tabs.Tab value="versions">{t`Versions`}</Tabs.Tab>
            <Tabs.Tab value="members">{t`Members`}</Tabs.Tab>
            {desk.isOwner && <Tabs.Tab value="tokens">{t`Tokens`}</Tabs.Tab>}
            {desk.isOwner && <Tabs.Tab value="trust">{t`Trusted publishing`}</Tabs.Tab>}
            {desk.isOwner && <Tabs.Tab value="proofs">{t`Proofs`}</Tabs.Tab>}
            {desk.isOwner && <Tabs.Tab value="settings">{t`Settings`}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="nodes">
            <PublisherNodes publisherId={publisherId} />
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            <VersionList
              publisherId={publisherId}
              status={status}
              onStatus={(next) => void navigate({ search: { tab, status: next } })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="members">
            <PublisherMembers desk={desk} />
          </Tabs.Panel>
          {desk.isOwner && (
            <Tabs.Panel value="tokens">
              <PublisherTokens publisherId={publisherId} />
            </Tabs.Panel>
          )}
          {desk.isOwner && (
            <Tabs.Panel value="trust">
              <PublisherTrust publisherId={publisherId} />
            </Tabs.Panel>
          )}
          {desk.isOwner && (
            <Tabs.Panel value="proofs">
              <PublisherProofs publisherId={publisherId} />
            </Tabs.Panel>
          )}
          {desk.isOwner && (
            <Tabs.Panel value="settings">
              <PublisherSettings desk={desk} />
            </Tabs.Panel>
          )}
        </Tabs>
      )}
    </DeskPage>
  );
}
