import { t } from '@lingui/core/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VersionList } from '../publishing/version-list.js';
import { type Desk, DeskPage } from '../desk-page.js';
import { ButtonLink } from '../../../parts/link.js';
import { type PageTab, PageTabs } from '../../../parts/page-tabs.js';
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
  const search = route.useSearch();
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
        <PageTabs
          open={search.tab ?? 'nodes'}
          onOpen={(next) => void navigate({ search: { tab: next } })}
          tabs={[
            { name: 'nodes', title: t`Nodes`, content: <PublisherNodes publisherId={publisherId} /> },
            {
              name: 'versions',
              title: t`Versions`,
              content: <VersionList publisherId={publisherId} search={search} />,
            },
            { name: 'members', title: t`Members`, content: <PublisherMembers desk={desk} /> },
            ...(desk.isOwner ? ownersTabs(desk) : []),
          ]}
        />
      )}
    </DeskPage>
  );
}

function ownersTabs(desk: Desk): PageTab<Tab>[] {
  const publisherId = desk.publisher.id;
  return [
    { name: 'tokens', title: t`Tokens`, content: <PublisherTokens publisherId={publisherId} /> },
    { name: 'trust', title: t`Trusted publishing`, content: <PublisherTrust publisherId={publisherId} /> },
    { name: 'proofs', title: t`Proofs`, content: <PublisherProofs publisherId={publisherId} /> },
    { name: 'settings', title: t`Settings`, content: <PublisherSettings desk={desk} /> },
  ];
}
