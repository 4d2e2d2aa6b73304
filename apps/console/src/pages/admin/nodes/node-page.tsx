import { t } from '@lingui/core/macro';
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeAsAdminOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { count, tenths } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { ApproveNodeButton } from '../moderation/approve-node.js';
import { BanButton, UnbanButton } from '../moderation/ban.js';
import { Comparison } from '../moderation/comparison.js';
import { QuarantineButton, ReleaseButton } from '../moderation/quarantine.js';
import { AdminFields } from './admin-fields.js';
import { TransferButton } from './transfer.js';

const route = getRouteApi('/signed-in/admin/nodes/$nodeId');
const CRUMBS = [{ title: t`Nodes`, to: '/admin/nodes' }];

export function NodePage(): ReactNode {
  const { nodeId } = route.useParams();
  const { data: node, error, refetch } = useQuery(getNodeAsAdminOptions({ path: { nodeId } }));
  if (!node) {
    return (
      <Page title={nodeId} crumbs={CRUMBS}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  return (
    <Page title={node.name} crumbs={CRUMBS} actions={<Actions node={node} />}>
      <State node={node} />
      <Facts
        facts={[
          [t`Id`, node.id],
          [t`Status`, <StatusBadge key="status" status={node.status} />],
          [
            t`Publisher`,
            <PageLink
              key="publisher"
              inherit
              to="/admin/publishers/$publisherId"
              params={{ publisherId: node.publisher.id }}
            >
              {node.publisher.name}
            </PageLink>,
          ],
          [t`Created`, <Time key="created" value={node.created_at} />],
          [t`Downloads`, count(node.downloads)],
          [t`Rating`, node.rating === 0 ? t`None` : tenths(node.rating)],
          [t`Latest version`, node.latest_version?.version ?? t`None`],
          [t`Repository`, node.repository],
          [t`Tags`, node.tags.join(', ')],
          [t`Description`, node.description && <Text lineClamp={6}>{node.description}</Text>],
        ]}
      />
      <Group gap="xs">
        <ButtonLink
          variant="default"
          to="/admin/versions"
          search={{ node: node.id }}
        >{t`Versions`}</ButtonLink>
        <ButtonLink variant="default" to="/admin/reports" search={{ node: node.id }}>{t`Reports`}</ButtonLink>
      </Group>
      <AdminFields node={node} />
      <Comparison nodeId={node.id} order={2} />
    </Page>
  );
}

function Actions({ node }: { node: NodeResponse }): ReactNode {
  const thing = { kind: 'node', id: node.id, name: node.name } as const;
  if (node.status === 'NodeStatusDeleted') return null;
  return (
    <>
      {node.review_reason !== undefined && <ApproveNodeButton nodeId={node.id} />}
      <TransferButton node={node} />
      {node.status === 'NodeStatusActive' && <QuarantineButton thing={thing} />}
      {node.quarantined_at !== undefined && <ReleaseButton thing={thing} />}
      {node.status === 'NodeStatusBanned' && node.quarantined_at === undefined ? (
        <UnbanButton thing={thing} />
      ) : (
        <BanButton thing={thing} />
      )}
    </>
  );
}

function State({ node }: { node: NodeResponse }): ReactNode {
  return (
    <>
      {node.status === 'NodeStatusBanned' && (
        <Alert
          color="red"
          variant="light"
          title={node.quarantined_at === undefined ? t`This node is banned` : t`This node is quarantined`}
        >
          {node.status_detail || t`No reason was given.`}
        </Alert>
      )}
      {node.status === 'NodeStatusDeleted' && (
        <Alert
          color="gray"
          variant="light"
          title={t`This node was deleted`}
        >{t`Its id stays reserved. Set its status to active below to restore it.`}</Alert>
      )}
      {node.publisher.status === 'PublisherStatusBanned' && (
        <Alert
          color="red"
          variant="light"
          title={t`Its publisher is banned`}
        >{t`The node is therefore hidden, whatever its own status.`}</Alert>
      )}
      {node.review_reason !== undefined && (
        <Alert color="orange" variant="light" title={t`This node needs a review`}>
          {node.review_reason}
        </Alert>
      )}
    </>
  );
}
