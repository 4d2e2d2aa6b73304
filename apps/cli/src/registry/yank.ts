import { deleteNodeVersion, getNode, getNodeVersion, updateNodeVersion } from '@atelier/client/api';
import { connect } from '../account/connection.js';
import { CommandError } from '../terminal/exit-codes.js';
import type { Shell } from '../terminal/shell.js';
import { requireVersion } from './node-reference.js';

type YankOptions = { undo?: true; delete?: true };

export async function yank(
  shell: Shell,
  { undo, delete: remove }: YankOptions,
  reference: string,
): Promise<void> {
  const { nodeId, version } = requireVersion(reference);
  const atelier = await connect(shell);
  const node = await atelier.call(getNode, { path: { nodeId } });
  const publisherId = node.publisher?.id;
  if (!publisherId) throw new CommandError(`${nodeId} belongs to no publisher.`);
  const { id: versionId } = await atelier.call(getNodeVersion, { path: { nodeId, versionId: version } });
  const path = { publisherId, nodeId, versionId };
  if (remove) await atelier.call(deleteNodeVersion, { path });
  else await atelier.call(updateNodeVersion, { path, body: { deprecated: !undo } });
  const outcome = remove ? 'deleted' : undo ? 'restored' : 'yanked';
  shell.result({ node_id: nodeId, version, outcome }, () => `${nodeId} ${version} is ${outcome}.`);
}
