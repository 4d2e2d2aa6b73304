import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, AuditLog } from '#libs/accounts/audit';
import { ChangeFeed } from '#libs/registry/changes';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { isListed, PublisherChanged, PublisherRights, PublishersService } from '#libs/registry/publishers';
import { nodeBanned, nodeNotFound, NodeNotQuarantined } from './node.errors.js';
import { NodeVisibilityChanged } from './node.events.js';
import { isQuarantined, type Node } from './node.entity.js';
import { NodeAnnouncer } from './node-announcer.js';
import { NodeIndexRepository } from './node-index.repository.js';
import { NodesRepository } from './nodes.repository.js';

/** Acts of an admin on the status of a node. */
export const NODE_ACTS = ['ban', 'unban', 'quarantine', 'release'] as const;
export type NodeAct = (typeof NODE_ACTS)[number];
type StatusChange = Pick<Node, 'status' | 'banReason' | 'quarantinedAt'>;

const SHOWN = { status: 'NodeStatusActive', banReason: '', quarantinedAt: null } as const;

/** Bans, quarantines, unbans and transfers nodes, and follows changes of their publishers. */
@Injectable()
export class NodeModeration implements OnModuleInit {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly index: NodeIndexRepository,
    private readonly announcer: NodeAnnouncer,
    private readonly publishers: PublishersService,
    private readonly rights: PublisherRights,
    private readonly audit: AuditLog,
    private readonly changes: ChangeFeed,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(PublisherChanged, (event, scope) => this.follow(event, scope));
    this.audit.nameTargets('node', (ids) => this.nodes.namesOf(NO_TRANSACTION, ids));
    this.publishers.countBy((ids) => this.nodes.figuresOf(NO_TRANSACTION, ids));
  }

  /**
   * Hides a node from all but its publisher's members and admins. For a banned node, the reason is replaced if one is given; a
   * quarantine becomes a ban. For admins.
   * @throws NodeNotFound, also for a node of another publisher than `of`.
   */
  async ban(principal: Principal, nodeId: string, reason: string, of?: string): Promise<Node> {
    return this.changeFound(nodeId, of, (scope, node) => this.act(scope, principal, node, 'ban', reason));
  }

  /** Lifts a ban; the node is as it was. For admins. @throws as `ban`. */
  async unban(principal: Principal, nodeId: string, reason: string, of?: string): Promise<Node> {
    return this.changeFound(nodeId, of, (scope, node) => this.act(scope, principal, node, 'unban', reason));
  }

  /**
   * Bans a node until an admin has checked it. A node that is quarantined gets the new reason, a banned one stays as it is. For
   * admins.
   * @throws NodeNotFound
   */
  async quarantine(principal: Principal, nodeId: string, reason: string): Promise<Node> {
    return this.changeFound(nodeId, undefined, (scope, node) =>
      this.quarantineHeld(scope, principal, node, reason),
    );
  }

  /** As `quarantine`, for a node that the caller has locked and found. */
  async quarantineHeld(scope: TransactionScope, actor: Actor, node: Node, reason: string): Promise<Node> {
    if (node.status === 'NodeStatusBanned' && !isQuarantined(node)) return node;
    const quarantinedAt = isQuarantined(node) ? node.quarantinedAt : this.clock.now();
    const change = { status: 'NodeStatusBanned', banReason: reason, quarantinedAt } as const;
    return this.changeStatus(scope, actor, node, 'quarantine', change, reason);
  }

  /** Ends a quarantine; the node is as it was. For admins. @throws NodeNotFound, NodeNotQuarantined. */
  async release(principal: Principal, nodeId: string, reason: string): Promise<Node> {
    return this.changeFound(nodeId, undefined, (scope, node) =>
      this.act(scope, principal, node, 'release', reason),
    );
  }

  /** One of the acts above, on a node that the caller has locked and found. @throws NodeNotQuarantined for a release. */
  async act(scope: TransactionScope, actor: Actor, node: Node, act: NodeAct, reason: string): Promise<Node> {
    if (act === 'quarantine') return this.quarantineHeld(scope, actor, node, reason);
    if (act === 'release' && !isQuarantined(node)) throw new NodeNotQuarantined();
    const banned = { status: 'NodeStatusBanned', banReason: reason, quarantinedAt: null } as const;
    return this.changeStatus(scope, actor, node, act, act === 'ban' ? banned : SHOWN, reason);
  }

  /**
   * Gives a node to another publisher.
   * @throws NodeNotFound, NodeBanned, and what `PublisherRights.requireOwned` throws for either publisher.
   */
  async transfer(principal: Principal, nodeId: string, publisherId: string, reason: string): Promise<Node> {
    const found = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!found || found.status === 'NodeStatusDeleted') throw nodeNotFound(nodeId);
    await this.rights.requireOwned(NO_TRANSACTION, principal, found.publisherId);
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, nodeId);
      // The node may have been transferred or deleted since the rights were checked.
      if (!node || node.status === 'NodeStatusDeleted' || node.publisherId !== found.publisherId) {
        throw nodeNotFound(nodeId);
      }
      if (node.status === 'NodeStatusBanned' && !principal.isAdmin) throw nodeBanned(node);
      if (node.publisherId === publisherId) return node;
      await this.nodes.update(scope, node.id, { publisherId });
      await this.audit.record(scope, principal, 'node.transfer', node.id, {
        reason,
        before: { publisher_id: node.publisherId },
        after: { publisher_id: publisherId },
      });
      const after = { ...node, publisherId };
      await this.announcer.announce(scope, after, node);
      return after;
    });
  }

  private async changeFound(
    nodeId: string,
    of: string | undefined,
    change: (scope: TransactionScope, node: Node) => Promise<Node>,
  ): Promise<Node> {
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, nodeId);
      const isElsewhere = of !== undefined && node?.publisherId !== of;
      if (!node || node.status === 'NodeStatusDeleted' || isElsewhere) throw nodeNotFound(nodeId);
      return change(scope, node);
    });
  }

  private async changeStatus(
    scope: TransactionScope,
    actor: Actor,
    node: Node,
    act: NodeAct,
    change: StatusChange,
    reason: string,
  ): Promise<Node> {
    const after = { ...node, ...change };
    const isSameReason = reason === '' || change.banReason === node.banReason;
    const isSame = node.status === change.status && isQuarantined(node) === isQuarantined(after);
    if (isSame && isSameReason) return node;
    await this.nodes.update(scope, node.id, change);
    await this.audit.record(scope, actor, `node.${act}`, node.id, {
      reason,
      before: { status: node.status },
      after: { status: change.status },
    });
    await this.announcer.announce(scope, after, node);
    return after;
  }

  /** A publisher's nodes show its name and are hidden with it. The event's transaction holds the publisher's row. */
  private async follow(event: PublisherChanged, scope: TransactionScope): Promise<void> {
    const nodes = await this.nodes.listOfPublisher(scope, event.publisherId);
    await this.index.refresh(
      scope,
      nodes.map(({ id }) => id),
    );
    if (!event.visibilityChanged) return;
    const isVisible = isListed(await this.publishers.hold(scope, event.publisherId));
    const shown = nodes
      .filter(({ status, reviewReason }) => status === 'NodeStatusActive' && reviewReason === null)
      .map(({ id }) => id);
    if (shown.length === 0) return;
    await this.events.publish(scope, new NodeVisibilityChanged(shown, isVisible));
    await this.changes.record(
      scope,
      isVisible ? 'upsert' : 'delete',
      shown.map((nodeId) => ({ kind: 'node', publisherId: event.publisherId, nodeId })),
    );
  }
}
