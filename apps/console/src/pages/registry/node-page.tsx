import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { VerifiedBadges } from '../../parts/verified-badges.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { LatestAdvisories } from './advisories.js';
import { AppNodes } from './app-nodes.js';
import { Downloads } from './downloads.js';
import { NodeOverview } from './node-overview.js';
import { NodeVersions } from './node-versions.js';
import { ReportNode } from './report-button.js';
import { NODE_TABS } from './routes.js';

const route = getRouteApi('/registry/nodes/$nodeId');
const CRUMBS = [{ title: t`Registry`, to: '/registry' }];
const TAB_NAMES = {
  overview: t`Overview`,
  versions: t`Versions`,
  'app-nodes': t`App nodes`,
  downloads: t`Downloads`,
} satisfies Record<(typeof NODE_TABS)[number], string>;

export function NodePage(): ReactNode {
  const { nodeId } = route.useParams();
  const query = useQuery(getNodeOptions({ path: { nodeId } }));
  return (
    <Page
      title={query.data?.name ?? nodeId}
      crumbs={CRUMBS}
      actions={query.data && <ReportNode node={query.data} />}
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && <Node node={query.data} />}
    </Page>
  );
}

function Node({ node }: { node: NodeResponse }): ReactNode {
  const { tab = 'overview', days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  const { latest_version: latest } = node;
  return (
    <Stack gap="md">
      <Summary node={node} />
      <Status node={node} />
      {latest && <LatestAdvisories version={latest} />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            search: value === 'overview' ? {} : { tab: NODE_TABS.find((known) => known === value) },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Tabs.List aria-label={t`About the node`} mb="md">
          {NODE_TABS.map((value) => (
            <Tabs.Tab key={value} value={value} px={{ base: 6, xs: 'md' }}>
              {TAB_NAMES[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <NodeOverview node={node} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <NodeVersions nodeId={node.id} latest={latest?.id} />
        </Tabs.Panel>
        <Tabs.Panel value="app-nodes">
          {latest ? (
            <AppNodes version={latest} />
          ) : (
            <Empty title={t`No version to inspect`}>
              <Text>{t`App nodes appear once a version is published and checked.`}</Text>
            </Empty>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="downloads">
          <Downloads
            nodeId={node.id}
            days={days}
            choose={(period) =>
              void navigate({ search: { tab, days: period }, replace: true, resetScroll: false })
            }
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Summary({ node }: { node: NodeResponse }): ReactNode {
  const { publisher, latest_version: latest } = node;
  return (
    <Group gap="sm">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          by{' '}
          <PageLink to="/registry/publishers/$publisherId" params={{ publisherId: publisher.id }}>
            {publisher.name}
          </PageLink>
        </Trans>
      </Text>
      <VerifiedBadges publisher={publisher} />
      {latest && <Badge color="gray">{t`latest ${latest.version}`}</Badge>}
      <Text c="dimmed">{plural(node.downloads, { one: '# download', other: '# downloads' })}</Text>
      {node.rating > 0 && <Text c="dimmed">{t`rated ${node.rating.toFixed(1)} of 5`}</Text>}
    </Group>
  );
}

/** For readers who see a node that is hidden from others. */
function Status({ node }: { node: NodeResponse }): ReactNode {
  const isBanned = node.publisher.status === 'PublisherStatusBanned';
  if (node.status === 'NodeStatusActive' && !isBanned && node.status_detail === '') return null;
  const color = node.status === 'NodeStatusActive' && !isBanned ? 'blue' : 'red';
  const text = node.status_detail || node.publisher.ban_reason || t`No reason was given.`;
  const title =
    isBanned && node.status === 'NodeStatusActive' ? (
      t`The publisher is banned`
    ) : (
      <>
        <Trans>
          This node is <StatusBadge status={node.quarantined_at ? 'quarantined' : node.status} />
        </Trans>
      </>
    );
  return (
    <Alert color={color} variant="light" title={title}>
      {text}
    </Alert>
  );
}
