import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { AuditLog } from '#libs/accounts/audit';
import {
  columnName,
  NO_TRANSACTION,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { invalidFields, isBlank } from '#libs/platform/http';
import { PublisherBanned, PublisherRights } from '#libs/registry/publishers';
import { shownStatusDetail } from './dto/node.response.js';
import { LookAlikes } from './look-alikes.js';
import { AdminFieldChanged, nodeBanned, nodeNotFound, NodeTaken } from './node.errors.js';
import { ALL_VERSIONS_HELD, type Node } from './node.entity.js';
import { NodeAnnouncer } from './node-announcer.js';
import { ADMIN_DEFAULTS, changedFields, type NodeFields } from './node-fields.js';
import { lookAlikeKey, nodeIdProblem } from './node-id.js';
import { mergedTranslations, type NodeTranslations } from './node-translations.js';
import { type NodeChange, NodesRepository } from './nodes.repository.js';

/** Why a change is made, and whether it revives a deleted node. */
type Manner = { reason: string; revives: boolean };

/** What others may copy. */
const JUDGED_TEXTS = ['name', 'author', 'description', 'repository'] as const;

const UNBANNED = { status: 'NodeStatusActive', banReason: '' } as const;

@Injectable()
export class NodeEditor {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly lookAlikes: LookAlikes,
    private readonly rights: PublisherRights,
    private readonly announcer: NodeAnnouncer,
    private readonly audit: AuditLog,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a node.
   * @throws NodeTaken when the id is in use, also by a deleted node; AdminFieldChanged; and what
   * `PublisherRights.requireWritable` throws.
   */
  async create(principal: Principal, publisherId: string, id: string, fields: NodeFields): Promise<Node> {
    await this.rights.requireWritable(principal, publisherId);
    return this.transactions.run(async (scope) => {
      const node = await this.insert(scope, principal, publisherId, id, fields);
      if (!node) throw new NodeTaken(`The node id ${id} is taken.`);
      return node;
    });
  }

  /**
   * Changes a node of the publisher, creates it when there is none, or revives it when it was deleted.
   * @throws InvalidRequest for an id that no node can have; NodeTaken when it is another publisher's; NodeBanned;
   * AdminFieldChanged; and what `PublisherRights.requireWritable` throws.
   */
  async save(principal: Principal, publisherId: string, id: string, fields: NodeFields): Promise<Node> {
    await this.rights.requireWritable(principal, publisherId);
    return this.saveAsWriter(principal, publisherId, id, fields);
  }

  /** As `save`, for a caller whose right to write there has been checked. @throws as `save`, but for the rights. */
  async saveAsWriter(
    principal: Principal,
    publisherId: string,
    id: string,
    fields: NodeFields,
  ): Promise<Node> {
    return this.transactions.run(async (scope) => {
      const known = await this.nodes.findForUpdate(scope, id);
      const created = known ? undefined : await this.insert(scope, principal, publisherId, id, fields);
      if (created) return created;
      const node = known ?? (await this.nodes.findForUpdate(scope, id));
      if (!node) throw new Error(`The row of node ${id} is gone: rows of nodes are never deleted`);
      if (node.publisherId !== publisherId) {
        throw new NodeTaken(`The node id ${id} is taken by another publisher.`);
      }
      return this.change(scope, principal, node, fields, { reason: '', revives: true });
    });
  }

  /** Changes any node as an admin, deleted ones too. @throws NodeNotFound */
  async saveAsAdmin(principal: Principal, id: string, fields: NodeFields, reason: string): Promise<Node> {
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, id);
      if (!node) throw nodeNotFound(id);
      return this.change(scope, principal, node, fields, { reason, revives: false });
    });
  }

  /**
   * Adds, replaces or removes languages of a node.
   * @throws NodeNotFound, NodeBanned, and what `PublisherRights.requireWritable` throws.
   */
  async translate(principal: Principal, id: string, translations: NodeTranslations): Promise<Node> {
    const found = await this.nodes.find(NO_TRANSACTION, id);
    if (!found || found.status === 'NodeStatusDeleted') throw nodeNotFound(id);
    await this.rights.requireWritable(principal, found.publisherId);
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, id);
      if (!node || node.status === 'NodeStatusDeleted' || node.publisherId !== found.publisherId) {
        throw nodeNotFound(id);
      }
      const merged = mergedTranslations(node.translations, translations);
      return this.change(scope, principal, node, { translations: merged }, { reason: '', revives: true });
    });
  }

  /**
   * Deletes a node; its id stays reserved for its publisher.
   * @throws NodeNotFound when it is absent, deleted, or another publisher's; NodeBanned; and what
   * `PublisherRights.requireOwned` throws.
   */
  async delete(principal: Principal, publisherId: string, id: string): Promise<void> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    await this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, id);
      if (!node || node.status === 'NodeStatusDeleted' || node.publisherId !== publisherId) {
        throw nodeNotFound(id);
      }
      if (node.status === 'NodeStatusBanned' && !principal.isAdmin) throw nodeBanned(node);
      const after = { status: 'NodeStatusDeleted' } as const;
      await this.audit.record(scope, principal, 'node.delete', node.id, {
        before: { status: node.status },
        after,
      });
      await this.apply(scope, principal, node, after);
    });
  }

  /** Undefined when the id is in use. */
  private async insert(
    scope: TransactionScope,
    principal: Principal,
    publisherId: string,
    id: string,
    fields: NodeFields,
  ): Promise<Node | undefined> {
    const problem = nodeIdProblem(id);
    if (problem !== undefined) throw invalidFields([`nodeId ${problem}`]);
    refuseAdminFields(principal, changedFields(ADMIN_DEFAULTS, fields));
    const columns = changeOf(UNBANNED, { status: UNBANNED.status, ...fields }, '');
    if (columns.status === 'NodeStatusBanned') refuseBanWithoutReason(columns.banReason);
    const now = this.clock.now();
    const texts = { id, publisherId, name: id, author: '', description: '', repository: '', ...columns };
    const node = await this.nodes.insertIfAbsent(scope, {
      ...texts,
      idKey: id.toLowerCase(),
      lookAlikeKey: lookAlikeKey(id),
      createdAt: now,
      updatedAt: now,
      reviewReason: await this.lookAlikes.reasonFor(scope, texts),
    });
    if (!node) return undefined;
    await this.audit.record(scope, principal, 'node.create', node.id, {
      after: { publisher_id: publisherId },
    });
    await this.announce(scope, principal, node, undefined);
    return node;
  }

  /**
   * Decides whether versions of a node may come from trusted publishers only. The caller's right to do so has been checked.
   * @throws NodeNotFound when it is absent, deleted, or another publisher's; NodeBanned.
   */
  async requireTrustedPublishing(
    principal: Principal,
    publisherId: string,
    id: string,
    isRequired: boolean,
  ): Promise<void> {
    await this.transactions.run(async (scope) => {
      const node = await this.nodes.findForUpdate(scope, id);
      if (!node || node.status === 'NodeStatusDeleted' || node.publisherId !== publisherId) {
        throw nodeNotFound(id);
      }
      if (node.status === 'NodeStatusBanned' && !principal.isAdmin) throw nodeBanned(node);
      if (node.requiresTrustedPublishing === isRequired) return;
      await this.audit.record(scope, principal, 'node.update', node.id, {
        before: { requires_trusted_publishing: !isRequired },
        after: { requires_trusted_publishing: isRequired },
      });
      await this.apply(scope, principal, node, { requiresTrustedPublishing: isRequired });
    });
  }

  private async change(
    scope: TransactionScope,
    principal: Principal,
    node: Node,
    fields: NodeFields,
    by: Manner,
  ): Promise<Node> {
    // A node that was banned when it was deleted still has its ban reason.
    const isBanned = node.status === 'NodeStatusBanned' || node.banReason !== '';
    if (isBanned && !principal.isAdmin) throw nodeBanned(node);
    const status = by.revives && node.status === 'NodeStatusDeleted' ? 'NodeStatusActive' : node.status;
    const wanted = changedFields({ ...node, status, statusDetail: shownStatusDetail(node) }, fields);
    refuseAdminFields(principal, wanted);
    const change = changeOf(node, { ...wanted, status: wanted.status ?? status }, by.reason);
    if (change.status === 'NodeStatusBanned') refuseBanWithoutReason(change.banReason ?? node.banReason);
    if (Object.keys(change).length === 0) return node;
    const reviewReason = principal.isAdmin ? null : await this.reviewOf(scope, node, change);
    await this.auditChange(
      scope,
      principal,
      node,
      { ...wanted, ...(status === node.status ? {} : { status }) },
      by,
    );
    return this.apply(scope, principal, node, { ...change, ...(reviewReason !== null && { reviewReason }) });
  }

  /** Why the change needs a review that the node did not need before. */
  private async reviewOf(scope: TransactionScope, node: Node, change: NodeChange): Promise<string | null> {
    const isSeen = node.reviewReason === null || node.reviewReason === ALL_VERSIONS_HELD;
    const isJudged = isSeen && JUDGED_TEXTS.some((name) => name in change);
    return isJudged ? this.lookAlikes.reasonForTexts(scope, { ...node, ...change }) : null;
  }

  private async apply(
    scope: TransactionScope,
    principal: Principal,
    node: Node,
    change: NodeChange,
  ): Promise<Node> {
    await this.nodes.update(scope, node.id, change);
    const after = { ...node, ...change };
    await this.announce(scope, principal, after, node);
    return after;
  }

  /** If the publisher was banned meanwhile, the node stays hidden. */
  private async announce(
    scope: TransactionScope,
    principal: Principal,
    node: Node,
    before: Node | undefined,
  ): Promise<void> {
    const publisher = await this.announcer.announce(scope, node, before);
    if (publisher.status === 'PublisherStatusBanned' && !principal.isAdmin) throw new PublisherBanned();
  }

  private async auditChange(
    scope: TransactionScope,
    principal: Principal,
    node: Node,
    wanted: NodeFields,
    { reason }: Manner,
  ): Promise<void> {
    const names = Object.keys(wanted);
    const valuesOf = (source: NodeFields): Record<string, unknown> =>
      Object.fromEntries(names.map((name) => [columnName(name), source[name as keyof NodeFields]]));
    await this.audit.record(scope, principal, 'node.update', node.id, {
      reason,
      before: valuesOf({ ...node, statusDetail: shownStatusDetail(node) }),
      after: valuesOf(wanted),
    });
  }
}

function refuseAdminFields(principal: Principal, changed: NodeFields): void {
  if (principal.isAdmin) return;
  const refused = Object.keys(ADMIN_DEFAULTS)
    .filter((name) => name in changed)
    .map(columnName);
  if (refused.length > 0) {
    throw new AdminFieldChanged(`Only an admin may change ${refused.join(', ')}.`);
  }
}

/** @throws InvalidRequest */
function refuseBanWithoutReason(reason = ''): void {
  if (isBlank(reason)) throw invalidFields(['status_detail must say why the node is banned']);
}

/** The columns to write. A banned node shows the reason of its ban as its detail; deleting the node does not end the ban. */
function changeOf(
  node: Pick<Node, 'status' | 'banReason'>,
  { status, statusDetail, ...fields }: NodeFields & Pick<Node, 'status'>,
  reason: string,
): NodeChange {
  const isBanned = status === 'NodeStatusBanned';
  const kept = status === node.status || status === 'NodeStatusDeleted' ? node.banReason : '';
  const banReason = isBanned ? (statusDetail ?? (status === node.status ? kept : reason)) : kept;
  return {
    ...fields,
    ...(statusDetail === undefined || isBanned ? {} : { statusDetail }),
    ...(banReason === node.banReason ? {} : { banReason }),
    ...(status === node.status ? {} : { status }),
    ...(status === node.status || status === 'NodeStatusDeleted' ? {} : { quarantinedAt: null }),
  };
}
