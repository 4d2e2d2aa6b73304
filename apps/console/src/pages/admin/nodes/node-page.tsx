import { t } from '@lingui/core/macro';
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeAsAdminOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink } from '../../../parts/link.js';
import { NodeIcon } from '../../../parts/node-icon.js';
import { NodeSummary } from '../../../parts/node-summary.js';
import { tenths } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { Comparison } from '../moderation/comparison.js';
import { ModerationAct } from '../moderation/moderation-act.js';
import { nodeStatus } from '../node-columns.js';
import { ThingLink } from '../thing-link.js';
import { AdminFields } from './admin-fields.js';
import { TransferButton } from './transfer.js';

const route = getRouteApi('/signed-in/admin/nodes/$nodeId');
const CRUMBS = [{ title: t`Nodes`, to: '/admin/nodes' }];

export function NodePage(): ReactNode {
  const { nodeId } = route.useParams();
  const query = useQuery(getNodeAsAdminOptions({ path: { nodeId } }));
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
            publisher={<ThingLink kind="publisher" id={node.publisher.id} name={node.publisher.name} />}
          >
            <StatusBadge status={nodeStatus(node)} />
          </NodeSummary>
        )
      }
      actions={node && node.status !== 'NodeStatusDeleted' && <Actions node={node} />}
    >
      <Loaded query={query}>{(data) => <Node node={data} />}</Loaded>
    </Page>
  );
}

function Node({ node }: { node: NodeResponse }): ReactNode {
  return (
    <>
      {warningsOf(node).map(({ color, title, text }) => (
        <Alert key={title} color={color} variant="light" title={title}>
          {text}
        </Alert>
      ))}
      <Group gap="xs">
        <ButtonLink
          variant="default"
          to="/admin/versions"
          search={{ node: node.id }}
        >{t`Versions`}</ButtonLink>
        <ButtonLink variant="default" to="/admin/reports" search={{ node: node.id }}>{t`Reports`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/audit"
          search={{ kind: 'node', target: node.id }}
        >{t`Audit log`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/registry/nodes/$nodeId"
          params={{ nodeId: node.id }}
        >{t`In the registry`}</ButtonLink>
      </Group>
      <Facts
        facts={[
          [t`Id`, node.id],
          [t`Created`, <Time key="created" value={node.created_at} />],
          [t`Rating`, node.rating === 0 ? t`None` : tenths(node.rating)],
          [t`Repository`, node.repository],
          [t`Tags`, node.tags.join(', ')],
          [t`Description`, node.description && <Text lineClamp={6}>{node.description}</Text>],
        ]}
      />
      <AdminFields node={node} />
      <Comparison nodeId={node.id} />
    </>
  );
}

function Actions({ node }: { node: NodeResponse }): ReactNode {
  const isQuarantined = node.quarantined_at !== undefined;
  const isBanned = node.status === 'NodeStatusBanned';
  return (
    <>
      {node.review_reason !== undefined && <ModerationAct act="approve" node={node} />}
      <TransferButton node={node} />
      {!isBanned && <ModerationAct act="quarantine" node={node} />}
      {isQuarantined && <ModerationAct act="release" node={node} />}
      <ModerationAct act={isBanned && !isQuarantined ? 'unban' : 'ban'} node={node} />
    </>
  );
}

function warningsOf(node: NodeResponse): { color: string; title: string; text: string }[] {
  const all = [
    node.status === 'NodeStatusBanned' && {
      color: 'red',
      title: node.quarantined_at === undefined ? t`This node is banned` : t`This node is quarantined`,
      text: node.status_detail || t`No reason was given.`,
    },
    node.status === 'NodeStatusDeleted' && {
      color: 'gray',
      title: t`This node was deleted`,
      text: t`Its id stays reserved. Set its status to active below to restore it.`,
    },
    node.publisher.status === 'PublisherStatusBanned' && {
      color: 'red',
      title: t`Its publisher is banned`,
      text: t`The node is therefore hidden, whatever its own status.`,
    },
    node.review_reason !== undefined && {
      color: 'orange',
      title: t`This node needs a review`,
      text: node.review_reason,
    },
  ];
  return all.filter((warning) => warning !== false);
}
