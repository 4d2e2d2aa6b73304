import { defineErrors } from '#libs/platform/errors';
import { PublisherBanned } from '#libs/registry/publishers';
import type { Node } from './node.entity.js';

export const {
  NodeNotFound,
  NodeTaken,
  NodeBanned,
  AdminFieldChanged,
  OwnNode,
  NodeNotQuarantined,
  BulkActNotFound,
  NodesChanged,
  TooManyNodes,
} = defineErrors({
  NodeNotFound: [404, 'The node does not exist.'],
  /** The id is used by this publisher, by another one, or by a deleted node; letter case does not matter. */
  NodeTaken: [409, 'A node with this id exists already.'],
  NodeBanned: [403, 'The node is banned.'],
  AdminFieldChanged: [403, 'The request changes a field that only an admin may change.'],
  OwnNode: [403, 'Members of the publisher cannot rate or report its nodes.'],
  NodeNotQuarantined: [409, 'The node is not quarantined.'],
  BulkActNotFound: [404, 'There is no bulk act with this id.'],
  NodesChanged: [409, 'These are not the nodes of the preview any more; preview the act again.'],
  TooManyNodes: [400, 'The act would change more than 1,000 nodes.'],
});

/** The error for an id that belongs to no node that the caller may see. */
export function nodeNotFound(nodeId: string): InstanceType<typeof NodeNotFound> {
  return new NodeNotFound(`There is no node ${nodeId}.`);
}

export function nodeBanned({
  id,
  banReason,
}: Pick<Node, 'id' | 'banReason'>): InstanceType<typeof NodeBanned> {
  return new NodeBanned(`The node ${id} is banned.${banReason === '' ? '' : ` Reason: ${banReason}`}`);
}

/** Of routes that read a node. */
export const NODE_ERRORS = [NodeBanned, NodeNotFound, PublisherBanned];
