import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Grid, Image, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { getNodeOptions } from '@atelier/client/react-query';
import type { NodeResponse, NodeVersionResponse } from '@atelier/client/api';
import { AppNodes } from '../../parts/app-nodes.js';
import { Description } from '../../parts/description.js';
import { PageLink } from '../../parts/link.js';
import { NodeIcon } from '../../parts/node-icon.js';
import { NodeSummary } from '../../parts/node-summary.js';
import { Page } from '../../parts/page.js';
import { PageTabs } from '../../parts/page-tabs.js';
import { Empty, Loaded } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { useIsNarrow } from '../../parts/use-is-narrow.js';
import { LatestAdvisories } from './advisories.js';
import { Dependents } from './dependents.js';
import { Install } from './install.js';
import { NodeSide } from './node-side.js';
import { NodeVersions } from './node-versions.js';
import { Readme } from './readme.js';
import { ReportNode } from './report-button.js';
import { Security } from './security.js';
import { Translations } from './translations.js';

const route = getRouteApi('/registry/nodes/$nodeId');
const CRUMBS = [{ title: t`Registry`, to: '/registry' }];
export function NodePage(): ReactNode {
  const { nodeId } = route.useParams();
  const query = useQuery(getNodeOptions({ path: { nodeId } }));
  const node = query.data;
  return (
    <Page
      title={node?.name ?? nodeId}
      crumbs={CRUMBS}
      icon={node && <NodeIcon of={node} size={72} />}
      facts={
        node && (
          <NodeSummary
            node={node}
            publisher={
              <PageLink to="/registry/publishers/$publisherId" params={{ publisherId: node.publisher.id }}>
                {node.publisher.name}
              </PageLink>
            }
          />
        )
      }
      actions={node && <ReportNode node={node} />}
    >
      <Loaded query={query}>{(found) => <Node node={found} />}</Loaded>
    </Page>
  );
}

function Node({ node }: { node: NodeResponse }): ReactNode {
  return (
    <>
      <Banner path={node.banner_path} />
      <Status node={node} />
      {node.latest_version && <LatestAdvisories version={node.latest_version} />}
      {node.description !== '' && <Description text={node.description} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
          <Stack gap="lg">
            <Install node={node} />
            <NodeTabs node={node} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ md: 4, lg: 3 }} visibleFrom="md" component="aside" aria-label={t`About the node`}>
          <NodeSide node={node} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function NodeTabs({ node }: { node: NodeResponse }): ReactNode {
  const { tab = 'readme', from, to } = route.useSearch();
  const navigate = route.useNavigate();
  // What stands beside the tabs in a wider window.
  const hasAbout = useIsNarrow('62em');
  const { latest_version: latest } = node;
  const ofLatest = (show: (version: NodeVersionResponse) => ReactNode): ReactNode =>
    latest ? (
      show(latest)
    ) : (
      <Empty title={t`No version yet`}>{t`It appears here once one is published.`}</Empty>
    );
  return (
    <PageTabs
      label={t`Parts of the page`}
      open={tab === 'about' && !hasAbout ? 'readme' : tab}
      onOpen={(name) =>
        void navigate({ search: name === 'readme' ? {} : { tab: name }, replace: true, resetScroll: false })
      }
      tabs={[
        {
          name: 'readme',
          title: 'README',
          content: (
            <>
              {ofLatest((version) => (
                <Readme version={version} />
              ))}
              <Translations node={node} />
            </>
          ),
        },
        {
          name: 'app-nodes',
          title: t`App nodes`,
          content: ofLatest((version) => <AppNodes version={version} />),
        },
        {
          name: 'versions',
          title: t`Versions`,
          content: (
            <NodeVersions
              nodeId={node.id}
              latest={latest?.id}
              compared={{ from, to }}
              compare={(versions) => void navigate({ search: { tab, ...versions }, resetScroll: false })}
            />
          ),
        },
        { name: 'dependents', title: t`Dependents`, content: <Dependents nodeId={node.id} /> },
        {
          name: 'security',
          title: t`Security`,
          content: ofLatest((version) => <Security version={version} publisher={node.publisher} />),
        },
        hasAbout && { name: 'about', title: t`About`, content: <NodeSide node={node} /> },
      ]}
    />
  );
}

/** A picture across the page, unless it cannot be had. */
function Banner({ path }: { path: string }): ReactNode {
  const [hasFailed, setFailed] = useState(false);
  if (path === '' || hasFailed) return null;
  return (
    <Image
      src={`${path}?width=1280`}
      alt=""
      radius="md"
      mah={240}
      fit="cover"
      onError={() => setFailed(true)}
    />
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
