import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { PublisherRights, TokenBoundElsewhere } from '#libs/registry/publishers';
import { OwnNode } from './node.errors.js';
import { NodeAnnouncer } from './node-announcer.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';

@Injectable()
export class NodeReviews {
  constructor(
    private readonly nodes: NodesService,
    private readonly rows: NodesRepository,
    private readonly announcer: NodeAnnouncer,
    private readonly rights: PublisherRights,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Rates a node from 1 to 5; a user's later rating replaces the earlier one. Banned nodes and the user's own cannot be rated.
   * @throws as `NodesService.requireVisible`; TokenBoundElsewhere, OwnNode.
   */
  async rate(principal: Principal, nodeId: string, star: number): Promise<void> {
    const node = await this.nodes.requireVisible(undefined, nodeId);
    if (principal.publisherId !== undefined && principal.publisherId !== node.publisherId) {
      throw new TokenBoundElsewhere();
    }
    if (await this.rights.isMember(principal, node.publisherId)) throw new OwnNode();
    await this.transactions.run(async (scope) => {
      const held = await this.nodes.lock(scope, node.id);
      await this.rows.rate(scope, node.id, principal.userId, star);
      await this.announcer.announce(scope, held, held);
    });
  }
}
