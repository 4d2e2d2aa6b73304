import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import { PublishersService } from '#libs/registry/publishers';
import type { Node } from './node.entity.js';
import { NodeIndexRepository } from './node-index.repository.js';
import { type CatalogueNode, NodeImportsRepository } from './node-imports.repository.js';

/** An unclaimed node of a catalogue. Its row is locked. */
type UnclaimedNode = Pick<Node, 'id' | 'idKey' | 'publisherId' | 'latestVersionId'>;

@Injectable()
export class NodeImports {
  constructor(
    private readonly nodes: NodeImportsRepository,
    private readonly index: NodeIndexRepository,
    private readonly publishers: PublishersService,
  ) {}

  /**
   * Stores nodes that are new, and changes unclaimed ones, whose publisher has no members.
   * @returns the ids of the nodes that are new or changed; and all nodes that are new or unclaimed, changed or not.
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

  /** Updates the search. Call it late in the transaction that changed the nodes: it locks their publishers. */
  async announce(scope: TransactionScope, nodes: readonly Pick<Node, 'id' | 'publisherId'>[]): Promise<void> {
    await this.publishers.holdMany(scope, [...new Set(nodes.map(({ publisherId }) => publisherId))]);
    await this.index.refresh(
      scope,
      nodes.map(({ id }) => id),
    );
  }
}
