import { t } from '@lingui/core/macro';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { PageTabs } from '../../../parts/page-tabs.js';
import { count } from '../../../parts/numbers.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { NodeIcon } from '../../../parts/node-icon.js';
import { Loaded } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { type Desk, DeskPage } from '../desk-page.js';
import { VersionList } from '../publishing/version-list.js';
import { NodeAutomation } from './node-automation.js';
import { NodeDetails } from './node-details.js';
import { NodeSettings } from './node-settings.js';
import { NodeTranslations } from './node-translations.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/nodes/$nodeId');

export function NodePage(): ReactNode {
  const { publisherId, nodeId } = route.useParams();
  const query = useQuery(getNodeOptions({ path: { nodeId } }));
  return (
    <DeskPage
      publisherId={publisherId}
      title={query.data?.name ?? nodeId}
      icon={query.data && <NodeIcon of={query.data} />}
      actions={() => (
        <ButtonLink
          to="/desk/publishers/$publisherId/publish"
          params={{ publisherId }}
          search={{ node: nodeId }}
        >{t`Publish a version`}</ButtonLink>
      )}
    >
      {(desk) => <Loaded query={query}>{(node) => <NodeTabs desk={desk} node={node} />}</Loaded>}
    </DeskPage>
  );
}

function NodeTabs({ desk, node }: { desk: Desk; node: NodeResponse }): ReactNode {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/desk/publishers/$publisherId/nodes/$nodeId' });
  const publisherId = desk.publisher.id;
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge status={node.status} />
        <Text
          size="sm"
          c="dimmed"
        >{t`${node.id} · ${node.latest_version ? t`latest version ${node.latest_version.version}` : t`no version yet`} · ${count(node.downloads)} downloads`}</Text>
        {node.status === 'NodeStatusActive' && (
          <PageLink
            size="sm"
            to="/registry/nodes/$nodeId"
            params={{ nodeId: node.id }}
          >{t`Public page`}</PageLink>
        )}
      </Group>
      {node.status_detail && (
        <Alert
          color={node.status === 'NodeStatusBanned' ? 'red' : 'gray'}
          variant="light"
          title={t`From the admins`}
        >
          {node.status_detail}
        </Alert>
      )}
      <PageTabs
        open={search.tab ?? 'versions'}
        onOpen={(next) => void navigate({ search: { tab: next } })}
        tabs={[
          {
            name: 'versions',
            title: t`Versions`,
            content: <VersionList publisherId={publisherId} nodeId={node.id} search={search} />,
          },
          {
            name: 'details',
            title: t`Details`,
            content: <NodeDetails publisherId={publisherId} node={node} />,
          },
          { name: 'translations', title: t`Translations`, content: <NodeTranslations node={node} /> },
          {
            name: 'automation',
            title: t`Publish from CI`,
            content: <NodeAutomation publisherId={publisherId} node={node} />,
          },
          desk.isOwner && {
            name: 'settings',
            title: t`Settings`,
            content: <NodeSettings publisherId={publisherId} node={node} />,
          },
        ]}
      />
    </Stack>
  );
}
