import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { AuditLog } from '#libs/accounts/audit';
import { ChangeFeed } from '#libs/registry/changes';
import {
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { Forbidden } from '#libs/platform/errors';
import { invalidFields, isBlank, type ListPage, type ListPlace, type Principal } from '#libs/platform/http';
import { MembersRepository } from './members.repository.js';
import { isListed, type Publisher, type PublisherStatus } from './publisher.entity.js';
import { ApprovalRequired, PublisherNotFound, TokenBoundElsewhere } from './publisher.errors.js';
import { PublisherChanged, PublisherNamed } from './publisher.events.js';
import type { PublisherFields } from './publisher-fields.js';
import { PublisherLimits } from './publisher-limits.js';
import type { VerifiedMark } from './proofs/publisher-proof.entity.js';
import { PublisherRights } from './publisher-rights.js';
import { type PublisherFilter, PublishersRepository } from './publishers.repository.js';

/** How many nodes of a publisher are shown, and how often they were downloaded. */
export type PublisherFigures = { nodes: number; downloads: number };

type FiguresOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, PublisherFigures>>;

@Injectable()
export class PublishersService implements OnModuleInit {
  private count: FiguresOf = () => Promise.resolve(new Map());

  constructor(
    private readonly publishers: PublishersRepository,
    private readonly members: MembersRepository,
    private readonly rights: PublisherRights,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly audit: AuditLog,
    private readonly changes: ChangeFeed,
    private readonly limits: PublisherLimits,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.audit.nameTargets('publisher', async (ids) => {
      const found = await this.publishers.findMany(NO_TRANSACTION, ids);
      return new Map(found.map(({ id, name }) => [id, name]));
    });
  }

  /** For the module of nodes, which is above this one. */
  countBy(count: FiguresOf): void {
    this.count = count;
  }

  /** The figures of publishers by their ids. */
  async figuresOf(ids: readonly string[]): Promise<ReadonlyMap<string, PublisherFigures>> {
    return this.count(ids);
  }

  /**
   * Creates a publisher whose owner is the caller.
   * @throws ApprovalRequired, PublisherLimitReached, TokenBoundElsewhere, PublisherTaken; PublisherBanned for the owner of
   * a banned one.
   */
  async create(principal: Principal, id: string, fields: PublisherFields): Promise<Publisher> {
    if (principal.publisherId !== undefined) throw new TokenBoundElsewhere();
    if (!principal.isApproved && !principal.isAdmin) throw new ApprovalRequired();
    const { banReason = '', ...plain } = fields;
    refuseStatus(principal, fields, 'PublisherStatusActive');
    refuseReview(principal, fields, null);
    const now = this.clock.now();
    const isBanned = fields.status === 'PublisherStatusBanned';
    return this.transactions.run(async (scope) => {
      await this.limits.admit(scope, principal, principal.userId);
      const publisher = await this.publishers.insert(scope, {
        id,
        name: id,
        bannedAt: isBanned ? now : null,
        banReason: isBanned ? banReason : '',
        createdAt: now,
        updatedAt: now,
        ...plain,
      });
      await this.members.insert(scope, {
        id: uuidv7(),
        publisherId: id,
        userId: principal.userId,
        invitedEmail: null,
        role: 'owner',
        acceptedAt: now,
        createdAt: now,
      });
      await this.audit.record(scope, principal, 'publisher.create', id, { after: { name: publisher.name } });
      await this.events.publish(scope, new PublisherNamed(publisher));
      await this.changes.record(scope, 'upsert', [{ kind: 'publisher', publisherId: id }]);
      return (await this.publishers.find(scope, id)) ?? publisher;
    });
  }

  async find(id: string): Promise<Publisher | undefined> {
    return this.publishers.find(NO_TRANSACTION, id);
  }

  /** @throws PublisherNotFound */
  async require(id: string): Promise<Publisher> {
    const publisher = await this.publishers.find(NO_TRANSACTION, id);
    if (!publisher) throw new PublisherNotFound(`There is no publisher ${id}.`);
    return publisher;
  }

  /**
   * The publisher, which cannot be banned, renamed or removed until the transaction ends. Lock rows below it first.
   * @throws PublisherNotFound
   */
  async hold(scope: TransactionScope, id: string): Promise<Publisher> {
    const publisher = await this.publishers.findForShare(scope, id);
    if (!publisher) throw new PublisherNotFound(`There is no publisher ${id}.`);
    return publisher;
  }

  /** The publisher, which no other transaction changes until this one ends; undefined when there is none. */
  async findLocked(scope: TransactionScope, id: string): Promise<Publisher | undefined> {
    return this.publishers.findForUpdate(scope, id);
  }

  /** As `findLocked`. @throws PublisherNotFound */
  async requireLocked(scope: TransactionScope, id: string): Promise<Publisher> {
    const publisher = await this.publishers.findForUpdate(scope, id);
    if (!publisher) throw new PublisherNotFound(`There is no publisher ${id}.`);
    return publisher;
  }

  /** Sets the marks that the publisher shows. */
  async setVerified(scope: TransactionScope, id: string, verified: VerifiedMark[]): Promise<void> {
    await this.publishers.update(scope, id, { verified });
    await this.changes.record(scope, 'upsert', [{ kind: 'publisher', publisherId: id }]);
  }

  /** As `hold`, for several publishers; missing ones are skipped. */
  async holdMany(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    await this.publishers.holdMany(scope, ids);
  }

  /** Adds publishers without members, for an import. @param names By id; existing publishers are left alone. */
  async addUnclaimed(names: ReadonlyMap<string, string>): Promise<void> {
    await this.transactions.run(async (scope) => {
      const added = await this.publishers.addMissing(scope, names);
      const changes = added.map((publisherId) => ({ kind: 'publisher' as const, publisherId }));
      await this.changes.record(scope, 'upsert', changes);
    });
  }

  /** Notes that versions of the publishers were published then, for the list of those that are silent. */
  async notePublish(scope: TransactionScope, ids: readonly string[], at: Date): Promise<void> {
    await this.publishers.notePublish(scope, ids, at);
  }

  /** Users that are members of a publisher. */
  async listMemberIds(scope: StatementScope, publisherId: string): Promise<string[]> {
    return this.members.listUserIds(scope, publisherId);
  }

  /** Users that own a publisher. */
  async listOwnerIds(scope: StatementScope, publisherId: string): Promise<string[]> {
    return this.members.listUserIds(scope, publisherId, ['owner']);
  }

  async findMany(ids: readonly string[]): Promise<Publisher[]> {
    return ids.length === 0 ? [] : this.publishers.findMany(NO_TRANSACTION, ids);
  }

  async list(filter: PublisherFilter, place: ListPlace): Promise<ListPage<Publisher>> {
    return this.publishers.list(NO_TRANSACTION, filter, place);
  }

  /** @throws PublisherNotFound, NotAMember, OwnerRequired, PublisherBanned, or Forbidden for a status change. */
  async update(principal: Principal, id: string, fields: PublisherFields): Promise<Publisher> {
    return this.transactions.run(async (scope) => {
      // Locked before it is read, so that a ban or another change that comes first is seen.
      await this.publishers.findForUpdate(scope, id);
      const before = await this.rights.requireOwned(scope, principal, id);
      refuseStatus(principal, fields, before.status);
      refuseReview(principal, fields, before.reviewReason);
      const { status = before.status, banReason = '', ...plain } = fields;
      const isOtherStatus = status !== before.status;
      const ban = isOtherStatus ? await this.recordStatus(scope, principal, before, status, banReason) : {};
      await this.publishers.update(scope, id, { ...ban, ...plain });
      await this.recordEdit(scope, principal, before, plain);
      const changed = { ...before, ...ban, ...plain };
      const isRenamed = changed.name !== before.name && !principal.isAdmin;
      if (isRenamed) await this.events.publish(scope, new PublisherNamed(changed));
      const after = isRenamed ? ((await this.publishers.find(scope, id)) ?? changed) : changed;
      await this.announce(scope, id, isOtherStatus || isListed(before) !== isListed(after));
      return after;
    });
  }

  /** Has an admin look at the publisher that a `PublisherNamed` is about. A review that is open keeps its reason. */
  async setReview(scope: TransactionScope, id: string, reason: string): Promise<void> {
    const publisher = await this.publishers.findForUpdate(scope, id);
    if (publisher?.reviewReason === null) await this.publishers.update(scope, id, { reviewReason: reason });
  }

  /** @throws PublisherHasNodes as long as it has nodes, deleted ones too. */
  async delete(principal: Principal, id: string): Promise<void> {
    const { status } = await this.rights.requireOwned(NO_TRANSACTION, principal, id);
    await this.transactions.run(async (scope) => {
      await this.publishers.delete(scope, id);
      await this.audit.record(scope, principal, 'publisher.delete', id, { before: { status } });
      await this.changes.record(scope, 'delete', [{ kind: 'publisher', publisherId: id }]);
    });
  }

  /**
   * Hides the publisher's nodes and stops its writes. For a banned publisher, the reason is replaced if one is given. The
   * controller admits admins only.
   */
  async ban(principal: Principal, id: string, reason: string): Promise<Publisher> {
    return this.moderate(principal, id, 'PublisherStatusBanned', reason);
  }

  /** Restores exactly what was visible before. The controller admits admins only. */
  async unban(principal: Principal, id: string, reason: string): Promise<Publisher> {
    return this.moderate(principal, id, 'PublisherStatusActive', reason);
  }

  private async moderate(
    principal: Principal,
    id: string,
    status: PublisherStatus,
    reason: string,
  ): Promise<Publisher> {
    return this.transactions.run(async (scope) => {
      const publisher = await this.requireLocked(scope, id);
      const isOtherStatus = publisher.status !== status;
      if (!isOtherStatus && !hasNewReason(publisher, reason)) return publisher;
      const ban = await this.recordStatus(scope, principal, publisher, status, reason);
      await this.publishers.update(scope, id, ban);
      if (isOtherStatus) await this.announce(scope, id, true);
      return { ...publisher, ...ban };
    });
  }

  /** Records a ban, or its end. @returns what the publisher has to hold then. */
  private async recordStatus(
    scope: TransactionScope,
    actor: Principal,
    before: Publisher,
    status: PublisherStatus,
    reason: string,
  ): Promise<Pick<Publisher, 'status' | 'banReason' | 'bannedAt'>> {
    const isBan = status === 'PublisherStatusBanned';
    await this.audit.record(scope, actor, isBan ? 'publisher.ban' : 'publisher.unban', before.id, {
      reason,
      before: { status: before.status },
      after: { status },
    });
    if (!isBan) return { status, banReason: '', bannedAt: null };
    return { status, banReason: reason, bannedAt: before.bannedAt ?? this.clock.now() };
  }

  private async recordEdit(
    scope: TransactionScope,
    actor: Principal,
    publisher: Publisher,
    fields: Omit<PublisherFields, 'status' | 'banReason'>,
  ): Promise<void> {
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && value !== publisher[name as keyof Publisher],
    );
    if (changed.length === 0) return;
    await this.audit.record(scope, actor, 'publisher.update', publisher.id, {
      before: Object.fromEntries(changed.map(([name]) => [name, publisher[name as keyof Publisher]])),
      after: Object.fromEntries(changed),
    });
  }

  private async announce(scope: TransactionScope, id: string, visibilityChanged: boolean): Promise<void> {
    await this.events.publish(scope, new PublisherChanged(id, visibilityChanged));
    await this.changes.record(scope, 'upsert', [{ kind: 'publisher', publisherId: id }]);
  }
}

/** Whether the publisher is banned already and a new reason is given. */
function hasNewReason({ status, banReason }: Publisher, reason: string): boolean {
  return status === 'PublisherStatusBanned' && reason !== '' && reason !== banReason;
}

function refuseReview(principal: Principal, { reviewReason }: PublisherFields, present: string | null): void {
  if (reviewReason === undefined || reviewReason === present || principal.isAdmin) return;
  throw new Forbidden('Only an admin may change the field review_reason.');
}

function refuseStatus(
  principal: Principal,
  { status, banReason = '' }: PublisherFields,
  present: PublisherStatus,
): void {
  if (status === undefined || status === present) return;
  if (!principal.isAdmin) throw new Forbidden('Only an admin may change the field status.');
  if (status === 'PublisherStatusBanned' && isBlank(banReason)) {
    throw invalidFields(['reason must say why the publisher is banned']);
  }
}
