import { defineError } from '#libs/platform/errors';
import type { Node } from './node.entity.js';

/** No such node, or it was deleted. */
export const NodeNotFound = defineError('node_not_found', 404, 'The node does not exist.');
/** The id is in use, by this publisher, by another one, or by a deleted node; letter case does not matter. */
export const NodeTaken = defineError('node_taken', 409, 'A node with this id exists already.');
/** An admin banned the node. */
export const NodeBanned = defineError('node_banned', 403, 'The node is banned.');
/** The field is for admins, and the request would change it. */
export const AdminFieldChanged = defineError(
  'admin_field_changed',
  403,
  'The request changes a field that only an admin may change.',
);

/** Who publishes a node does not rate it. */
export const OwnNode = defineError('own_node', 403, 'Members of its publisher do not rate a node.');

/** The error for an id that the caller sees no node behind. */
export function nodeNotFound(nodeId: string): InstanceType<typeof NodeNotFound> {
  return new NodeNotFound(`There is no node ${nodeId}.`);
}

/** The error for a banned node, with the reason. */
export function nodeBanned({
  id,
  banReason,
}: Pick<Node, 'id' | 'banReason'>): InstanceType<typeof NodeBanned> {
  return new NodeBanned(`The node ${id} is banned.${banReason === '' ? '' : ` Reason: ${banReason}`}`);
}
