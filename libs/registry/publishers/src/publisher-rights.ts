import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type StatementScope } from '#libs/platform/database';
import type { Principal, Scope } from '#libs/platform/http';
import { MembersRepository } from './members.repository.js';
import type { MemberRole, Publisher } from './publisher.entity.js';
import {
  NotAMember,
  OwnerRequired,
  OwnPublisher,
  PublisherBanned,
  PublisherNotFound,
  TokenBoundElsewhere,
} from './publisher.errors.js';
import { PublishersRepository } from './publishers.repository.js';

const REGISTRY_SCOPES: readonly Scope[] = ['registry:read', 'registry:write'];

/** Decides what a caller may do with a publisher and everything below it. */
@Injectable()
export class PublisherRights {
  constructor(
    private readonly publishers: PublishersRepository,
    private readonly members: MembersRepository,
  ) {}

  /**
   * The caller's role. An admin counts as owner. Undefined for a stranger, without a caller, and for a token that does not
   * reach the publisher.
   */
  async roleOf(
    scope: StatementScope,
    principal: Principal | undefined,
    publisherId: string,
  ): Promise<MemberRole | undefined> {
    if (!principal || !reachesInside(principal, publisherId)) return undefined;
    return principal.isAdmin ? 'owner' : this.members.roleOf(scope, publisherId, principal.userId);
  }

  /** A publisher, with the caller's role as `roleOf` says. @throws PublisherNotFound */
  async requireWithRole(
    scope: StatementScope,
    principal: Principal | undefined,
    publisherId: string,
  ): Promise<{ publisher: Publisher; role: MemberRole | undefined }> {
    const found = await this.publishers.findWithRole(scope, publisherId, principal?.userId ?? null);
    if (!found) throw new PublisherNotFound(`There is no publisher ${publisherId}.`);
    const isInside = principal !== undefined && reachesInside(principal, publisherId);
    const role = principal?.isAdmin ? 'owner' : found.memberRole;
    return { publisher: found.publisher, role: isInside ? role : undefined };
  }

  /**
   * The publisher, if the caller may edit nodes and publish there.
   * @throws PublisherNotFound, NotAMember, TokenBoundElsewhere or PublisherBanned (admins may write to a banned one).
   */
  async requireWritable(principal: Principal, publisherId: string): Promise<Publisher> {
    const { publisher } = await this.requireRole(NO_TRANSACTION, principal, publisherId);
    refuseBannedMember(principal, publisher);
    return publisher;
  }

  /**
   * The publisher, if the caller may change it and its members.
   * @throws as `requireWritable`, and OwnerRequired for a plain member.
   */
  async requireOwned(scope: StatementScope, principal: Principal, publisherId: string): Promise<Publisher> {
    const { publisher, role } = await this.requireRole(scope, principal, publisherId);
    refuseBannedMember(principal, publisher);
    if (role !== 'owner') throw new OwnerRequired();
    return publisher;
  }

  /**
   * Lets an owner read what only owners may see, even when the publisher is banned.
   * @throws PublisherNotFound, TokenBoundElsewhere, NotAMember, OwnerRequired
   */
  async requireOwnersView(principal: Principal, publisherId: string): Promise<void> {
    const { role } = await this.requireRole(NO_TRANSACTION, principal, publisherId);
    if (role !== 'owner') throw new OwnerRequired();
  }

  /**
   * Lets members read what only members may see, even when the publisher is banned.
   * @throws PublisherNotFound, TokenBoundElsewhere, NotAMember
   */
  async requireMembersView(principal: Principal, publisherId: string): Promise<void> {
    await this.requireRole(NO_TRANSACTION, principal, publisherId);
  }

  /** Whether the caller is an owner or member, whatever else they may do there. */
  async isMember(principal: Principal, publisherId: string): Promise<boolean> {
    return (await this.members.roleOf(NO_TRANSACTION, publisherId, principal.userId)) !== undefined;
  }

  /** Whether the caller is an owner, whatever else they may do there. */
  async isOwner(principal: Pick<Principal, 'userId'>, publisherId: string): Promise<boolean> {
    return (await this.members.roleOf(NO_TRANSACTION, publisherId, principal.userId)) === 'owner';
  }

  /**
   * A publisher that is not banned, and that the caller is no member of.
   * @throws PublisherNotFound, PublisherBanned, TokenBoundElsewhere, OwnPublisher
   */
  async requireOther(principal: Principal, publisherId: string): Promise<Publisher> {
    const { publisher } = await this.requireWithRole(NO_TRANSACTION, undefined, publisherId);
    refuseBoundElsewhere(principal, publisherId);
    if (publisher.status === 'PublisherStatusBanned') throw new PublisherBanned();
    if (await this.isMember(principal, publisherId)) throw new OwnPublisher();
    return publisher;
  }

  /** Whether the caller may act there only as an admin, which makes the act moderation. */
  async isModerator(principal: Principal, publisherId: string): Promise<boolean> {
    if (!principal.isAdmin) return false;
    return !(await this.isMember(principal, publisherId));
  }

  private async requireRole(
    scope: StatementScope,
    principal: Principal,
    publisherId: string,
  ): Promise<{ publisher: Publisher; role: MemberRole }> {
    const { publisher, role } = await this.requireWithRole(scope, principal, publisherId);
    refuseBoundElsewhere(principal, publisherId);
    if (!role) throw new NotAMember();
    return { publisher, role };
  }
}

/** Members see the reason of the ban. @throws PublisherBanned for all but admins. */
export function refuseBannedMember(principal: Principal, publisher: Publisher): void {
  if (publisher.banReason === '') return refuseBanned(principal, publisher);
  if (publisher.status !== 'PublisherStatusBanned' || principal.isAdmin) return;
  throw new PublisherBanned(`The publisher is banned. Reason: ${publisher.banReason}`);
}

/** @throws PublisherBanned for all but admins. */
export function refuseBanned(principal: Principal, { status }: Publisher): void {
  if (status === 'PublisherStatusBanned' && !principal.isAdmin) throw new PublisherBanned();
}

/** @throws TokenBoundElsewhere when the token is bound to another publisher. */
export function refuseBoundElsewhere(principal: Principal, publisherId: string): void {
  if (isBoundElsewhere(principal, publisherId)) throw new TokenBoundElsewhere();
}

/**
 * Whether the token lets its user see a publisher as a member. A token for media only, or one bound to another publisher,
 * does not. One that only publishes a node does; the guard has compared the node.
 */
export function reachesInside(principal: Principal, publisherId: string): boolean {
  if (isBoundElsewhere(principal, publisherId)) return false;
  return (
    principal.isAdmin ||
    principal.nodeId !== undefined ||
    principal.scopes.some((scope) => REGISTRY_SCOPES.includes(scope))
  );
}

function isBoundElsewhere(principal: Principal, publisherId: string): boolean {
  return principal.publisherId !== undefined && principal.publisherId !== publisherId;
}
