import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import { PublishersService } from '#libs/registry/publishers';
import type { Node } from './node.entity.js';
import { NodeIndexRepository } from './node-index.repository.js';
import { type CatalogueNode, NodeImportsRepository } from './node-imports.repository.js';

/** Nodes of a catalogue that nobody has claimed. Their rows are locked. */
type UnclaimedNode = Pick<Node, 'id' | 'idKey' | 'publisherId' | 'latestVersionId'>;

/** Stores the nodes of a catalogue, hundreds at a time. */
@Injectable()
export class NodeImports {
  constructor(
    private readonly nodes: NodeImportsRepository,
    private readonly index: NodeIndexRepository,
    private readonly publishers: PublishersService,
  ) {}

  /**
   * Stores nodes that are new, and changes those that nobody has claimed: whose publisher has no members.
   * @returns the ids of new and changed ones; and new and unclaimed ones, changed or not.
   */
  async save(
    scope: TransactionScope,
    nodes: readonly CatalogueNode[],
  ): Promise<{ changed: string[]; unclaimed: UnclaimedNode[] }> {
    const changed = await this.nodes.save(scope, nodes);
    const newIds = changed.filter(({ isNew }) => isNew).map(({ id }) => id);
    return {
      changed: changed.map(({ id }) => id),
      unclaimed: await this.nodes.holdUnclaimed(scope, nodes, newIds),
    };
  }

  /** Gives nodes their first version, as the latest. */
  async setLatestVersions(
    scope: TransactionScope,
    versions: readonly { id: string; nodeId: string }[],
  ): Promise<void> {
    if (versions.length > 0) await this.nodes.setLatestVersions(scope, versions);
  }

  /** Tells the search of changed nodes, late in the transaction that has changed them: it locks their publishers. */
  async announce(scope: TransactionScope, nodes: readonly Pick<Node, 'id' | 'publisherId'>[]): Promise<void> {
    await this.publishers.holdMany(scope, [...new Set(nodes.map(({ publisherId }) => publisherId))]);
    await this.index.refresh(
      scope,
      nodes.map(({ id }) => id),
    );
  }
}
