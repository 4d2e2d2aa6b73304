import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/registry/changes';
import type { TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { isListed, type Publisher, PublishersService } from '#libs/registry/publishers';
import { isQuarantined, type Node } from './node.entity.js';
import { NodeQuarantineChanged, NodeVisibilityChanged } from './node.events.js';
import { NodeIndexRepository } from './node-index.repository.js';

/** Publishes a change of a node to the search, to other modules and to mirrors, in the transaction of the change. */
@Injectable()
export class NodeAnnouncer {
  constructor(
    private readonly index: NodeIndexRepository,
    private readonly publishers: PublishersService,
    private readonly events: DomainEvents,
    private readonly changes: ChangeFeed,
  ) {}

  /**
   * Call it last in a transaction that holds the node's row: it takes the locks of the publisher and of the feed.
   * @param before The node until now; undefined for a new one.
   * @returns the node's publisher.
   */
  async announce(scope: TransactionScope, node: Node, before: Node | undefined): Promise<Publisher> {
    const publisher = await this.publishers.hold(scope, node.publisherId);
    const previous =
      before === undefined || before.publisherId === node.publisherId
        ? publisher
        : await this.publishers.hold(scope, before.publisherId);
    const isVisible = isPublic(node, publisher);
    const wasVisible = before !== undefined && isPublic(before, previous);
    await this.index.refresh(scope, [node.id]);
    const hasMoved = before !== undefined && before.publisherId !== node.publisherId;
    if (before && (wasVisible !== isVisible || hasMoved)) {
      await this.events.publish(scope, new NodeVisibilityChanged([node.id], isVisible));
    }
    if (before) await this.announceQuarantine(scope, node, before);
    if (isVisible || wasVisible) {
      await this.changes.record(scope, isVisible ? 'upsert' : 'delete', [
        { kind: 'node', publisherId: node.publisherId, nodeId: node.id },
      ]);
    }
    return publisher;
  }

  private async announceQuarantine(scope: TransactionScope, node: Node, before: Node): Promise<void> {
    if (isQuarantined(node) === isQuarantined(before) || node.status === 'NodeStatusDeleted') return;
    const ended = node.status === 'NodeStatusBanned' ? 'banned' : 'released';
    const became = isQuarantined(node) ? 'quarantined' : ended;
    const { id, publisherId, banReason } = node;
    await this.events.publish(scope, new NodeQuarantineChanged(id, publisherId, became, banReason));
  }
}

/** Neither banned nor under review, itself or with its publisher. */
function isPublic(
  { status, reviewReason }: Pick<Node, 'status' | 'reviewReason'>,
  publisher: Publisher,
): boolean {
  return status === 'NodeStatusActive' && reviewReason === null && isListed(publisher);
}
