import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import {
  type Publisher,
  PublisherBanned,
  PublisherRights,
  TokenBoundElsewhere,
} from '#libs/registry/publishers';
import { DownloadCounter } from './download-counter.js';
import { ALL_VERSIONS_HELD, type Node } from './node.entity.js';
import type { UpdateNodeRequest } from './dto/node.request.js';
import { type NodeResponse, shownStatusDetail } from './dto/node.response.js';
import { nodeBanned, nodeNotFound, NodeTaken, OwnNode } from './node.errors.js';
import { NodeAnnouncer } from './node-announcer.js';
import { NodeEditor } from './node-editor.js';
import { changedFields, nodeFields } from './node-fields.js';
import { NodeViews } from './node-views.js';
import { NodesRepository } from './nodes.repository.js';

/** What other modules need of nodes: lookups with the caller's rights, and the state that depends on versions. */
@Injectable()
export class NodesService {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly editor: NodeEditor,
    private readonly views: NodeViews,
    private readonly announcer: NodeAnnouncer,
    private readonly rights: PublisherRights,
    private readonly downloads: DownloadCounter,
    private readonly transactions: TransactionRunner,
  ) {}

  /** The names of nodes by their ids, as stored. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.nodes.namesOf(NO_TRANSACTION, ids);
  }

  /**
   * Rates a node from 1 to 5; a user's later rating replaces the earlier one. Banned nodes and the user's own cannot be rated.
   * @throws as `requireOfOthers`.
   */
  async rate(principal: Principal, nodeId: string, star: number): Promise<void> {
    const node = await this.requireOfOthers(principal, nodeId);
    await this.transactions.run(async (scope) => {
      const held = await this.lock(scope, node.id);
      await this.nodes.rate(scope, node.id, principal.userId, star);
      await this.announcer.announce(scope, held, held);
    });
  }

  /**
   * A node that everyone sees, and whose publisher the caller is no member of.
   * @throws as `requireVisible`; TokenBoundElsewhere, OwnNode.
   */
  async requireOfOthers(principal: Principal, nodeId: string): Promise<Node> {
    const node = await this.requireVisible(undefined, nodeId);
    if (principal.publisherId !== undefined && principal.publisherId !== node.publisherId) {
      throw new TokenBoundElsewhere();
    }
    if (await this.rights.isMember(principal, node.publisherId)) throw new OwnNode();
    return node;
  }

  /**
   * A node of the publisher that the caller may edit; letter case of the id does not matter.
   * @throws NodeNotFound when it is absent, deleted, or another publisher's; NodeBanned (admins may edit it); and what
   * `PublisherRights.requireWritable` throws.
   */
  async requireEditable(principal: Principal, publisherId: string, nodeId: string): Promise<Node> {
    await this.rights.requireWritable(principal, publisherId);
    return this.requireOf(principal, publisherId, nodeId);
  }

  /**
   * A node of the publisher, for a caller whose right to write there has been checked.
   * @throws as `requireEditable`, but for the rights.
   */
  async requireOf(principal: Principal, publisherId: string, nodeId: string): Promise<Node> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!node || node.status === 'NodeStatusDeleted' || node.publisherId !== publisherId) {
      throw nodeNotFound(nodeId);
    }
    if (node.status === 'NodeStatusBanned' && !principal.isAdmin) throw nodeBanned(node);
    return node;
  }

  /**
   * A node that the caller may see; letter case of the id does not matter. Members of its publisher and admins see
   * banned ones too.
   * @throws NodeNotFound when it is absent or deleted; NodeBanned, PublisherBanned.
   */
  async requireVisible(principal: Principal | undefined, nodeId: string): Promise<Node> {
    return (await this.requireSeen(principal, nodeId)).node;
  }

  /** As `requireVisible`, and whether the caller is a member of the publisher or an admin. */
  async requireSeen(
    principal: Principal | undefined,
    nodeId: string,
  ): Promise<{ node: Node; isInside: boolean }> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!node || node.status === 'NodeStatusDeleted') throw nodeNotFound(nodeId);
    const { publisher, role } = await this.rights.requireWithRole(
      NO_TRANSACTION,
      principal,
      node.publisherId,
    );
    const isInside = role !== undefined;
    if (!isInside && publisher.status === 'PublisherStatusBanned') throw new PublisherBanned();
    if (!isInside && node.status === 'NodeStatusBanned') throw nodeBanned(node);
    return { node, isInside };
  }

  /** A node as `GET /nodes/{id}` shows it. @throws as `requireVisible`. */
  async view(principal: Principal | undefined, nodeId: string): Promise<NodeResponse> {
    return this.views.view(principal, nodeId);
  }

  /**
   * The node that a CI job of the publisher may publish to; undefined when none has the id yet.
   * @throws NodeTaken when it is another publisher's; NodeBanned.
   */
  async requirePublishable(publisherId: string, nodeId: string): Promise<Node | undefined> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (node && node.publisherId !== publisherId)
      throw new NodeTaken(`The node id ${nodeId} is taken by another publisher.`);
    if (node && (node.status === 'NodeStatusBanned' || node.banReason !== '')) throw nodeBanned(node);
    return node;
  }

  /** Whether versions of the node may come from trusted publishers only; false for one that does not exist yet. */
  async isForTrustedPublishersOnly(nodeId: string): Promise<boolean> {
    return (await this.nodes.find(NO_TRANSACTION, nodeId))?.requiresTrustedPublishing ?? false;
  }

  /** As `NodeEditor.requireTrustedPublishing`. */
  async requireTrustedPublishing(
    ...change: Parameters<NodeEditor['requireTrustedPublishing']>
  ): Promise<void> {
    await this.editor.requireTrustedPublishing(...change);
  }

  /**
   * The node of the version about to be published: created, revived or changed as by PUT. The caller's right to write there
   * has been checked.
   * @throws NodeTaken, NodeBanned, AdminFieldChanged, InvalidRequest for an id that no node can have, PublisherBanned.
   */
  async prepareForPublish(
    principal: Principal,
    publisherId: string,
    nodeId: string,
    fields: UpdateNodeRequest | undefined,
  ): Promise<Node> {
    return this.editor.saveAsWriter(principal, publisherId, nodeId, nodeFields(fields ?? {}));
  }

  /**
   * Whether `prepareForPublish` with these fields would leave the node as it is.
   * @throws NodeBanned, for all but admins.
   */
  async isAsDescribed(
    principal: Principal,
    nodeId: string,
    fields: UpdateNodeRequest | undefined,
  ): Promise<boolean> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!node || node.status === 'NodeStatusDeleted') return false;
    if (node.status === 'NodeStatusBanned' && !principal.isAdmin) throw nodeBanned(node);
    const shown = { ...node, statusDetail: shownStatusDetail(node) };
    return Object.keys(changedFields(shown, nodeFields(fields ?? {}))).length === 0;
  }

  /**
   * Locks the node until the transaction ends: others can neither change it nor choose its latest version.
   * @returns the node; its `reviewReason` is that of its publisher where it has none itself.
   * @throws NodeNotFound when it never existed.
   */
  async lock(scope: TransactionScope, nodeId: string): Promise<Node> {
    const node = await this.nodes.hold(scope, nodeId);
    if (!node) throw nodeNotFound(nodeId);
    return node;
  }

  /**
   * Stores which version of the node is its latest, and whether the node is hidden as all are held. Call it late in the
   * transaction: it writes to the change feed.
   * @param node The row that `lock` gave in this transaction.
   * @returns its publisher, whose row is held.
   */
  async setLatestVersion(
    scope: TransactionScope,
    node: Node,
    versionId: string | null,
    areAllHeld: boolean,
  ): Promise<Publisher> {
    const change: Partial<Node> = node.latestVersionId === versionId ? {} : { latestVersionId: versionId };
    if (areAllHeld && node.reviewReason === null) change.reviewReason = ALL_VERSIONS_HELD;
    if (!areAllHeld && node.reviewReason === ALL_VERSIONS_HELD) change.reviewReason = null;
    if (Object.keys(change).length > 0) await this.nodes.update(scope, node.id, change);
    return this.announcer.announce(scope, { ...node, ...change }, node);
  }

  /** Counts one download of the node. It returns at once; the count is written with others within seconds. */
  countDownload(nodeId: string): void {
    this.downloads.add(nodeId);
  }
}
