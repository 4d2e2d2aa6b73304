import { t } from '@lingui/core/macro';
import type { NodeResponse } from '@atelier/client/api';
import type { Column } from '../../parts/rows.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { TwoLines } from '../../parts/two-lines.js';
import { ThingLink } from './thing-link.js';

/** The name of a node, with its id below where they differ. */
export const NODE_COLUMN: Column<NodeResponse> = {
  title: t`Node`,
  text: ({ name }) => name,
  cell: ({ id, name }) => (
    <TwoLines below={name === id ? '' : id}>
      <ThingLink kind="node" id={id} name={name} />
    </TwoLines>
  ),
};

export const PUBLISHER_COLUMN: Column<NodeResponse> = {
  title: t`Publisher`,
  text: ({ publisher }) => publisher.name,
  cell: ({ publisher: { id, name } }) => <ThingLink kind="publisher" id={id} name={name} />,
};

/** With the reason below. */
const STATUS_COLUMN: Column<NodeResponse> = {
  title: t`Status`,
  status: nodeStatus,
  cell: (node) => (
    <TwoLines below={reasonOf(node)}>
      <StatusBadge status={nodeStatus(node)} />
    </TwoLines>
  ),
};

export const NODE_COLUMNS = [
  NODE_COLUMN,
  STATUS_COLUMN,
  { title: t`Latest version`, text: ({ latest_version: latest }) => latest?.version },
  { title: t`Downloads`, number: ({ downloads }) => downloads },
  { title: t`Created`, time: ({ created_at: at }) => at },
] as const satisfies readonly Column<NodeResponse>[];

/** The worst that can be said of a node: it is hidden, or waits for a review. */
export function nodeStatus({
  status,
  publisher,
  quarantined_at: at,
  review_reason: review,
}: NodeResponse): string {
  if (status === 'NodeStatusDeleted') return status;
  if (publisher.status === 'PublisherStatusBanned') return 'banned';
  if (status === 'NodeStatusBanned') return at === undefined ? status : 'quarantined';
  return review === undefined ? status : 'waiting';
}

function reasonOf(node: NodeResponse): string {
  if (node.publisher.status === 'PublisherStatusBanned') return t`Its publisher is banned.`;
  return node.review_reason ?? node.status_detail;
}
