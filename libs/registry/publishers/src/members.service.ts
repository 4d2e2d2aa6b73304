import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { type AuditedChange, AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { Forbidden } from '#libs/platform/errors';
import type { Principal } from '#libs/platform/http';
import { type User, UserDeleted, UserNotFound, UsersService, UserStillNeeded } from '#libs/accounts/users';
import { MembersRepository, type MemberWithUser } from './members.repository.js';
import type { MemberRole, Publisher, PublisherMember } from './publisher.entity.js';
import { LastOwner, MemberExists, MemberNotFound, NotYourInvitation } from './publisher.errors.js';
import { PublisherLimits } from './publisher-limits.js';
import {
  PublisherRights,
  refuseBanned,
  refuseBannedMember,
  refuseBoundElsewhere,
} from './publisher-rights.js';
import { PublishersRepository } from './publishers.repository.js';

/** The user to invite: exactly one of the two is set. */
export type InvitedPerson = { userId?: string | undefined; email?: string | undefined };

@Injectable()
export class MembersService implements OnModuleInit {
  constructor(
    private readonly members: MembersRepository,
    private readonly publishers: PublishersRepository,
    private readonly rights: PublisherRights,
    private readonly limits: PublisherLimits,
    private readonly users: UsersService,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId, email }, scope) => this.forget(scope, userId, email));
  }

  /** Members of publishers, by publisher id; with open invitations only when `withInvited`. */
  async listOfPublishers(
    ids: readonly string[],
    withInvited: boolean,
  ): Promise<Map<string, MemberWithUser[]>> {
    const members = await this.members.listOfPublishers(NO_TRANSACTION, ids);
    const shown = members.filter(({ member }) => withInvited || member.acceptedAt !== null);
    return Map.groupBy(shown, ({ member }) => member.publisherId);
  }

  /** The caller's memberships and open invitations. */
  async listOfUser(principal: Principal): Promise<PublisherMember[]> {
    return this.members.listOfUser(NO_TRANSACTION, principal.userId, principal.email);
  }

  /**
   * Invites a user by id or by e-mail address. For an address the reply is the same whether or not it belongs to a user. An
   * admin may make a user a member at once.
   * @throws UserNotFound, MemberExists, Forbidden, and what `PublisherRights.requireOwned` throws.
   */
  async invite(
    principal: Principal,
    publisherId: string,
    who: InvitedPerson,
    input: { role: MemberRole; accepted: boolean },
  ): Promise<MemberWithUser> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    if (input.accepted && !principal.isAdmin) {
      throw new Forbidden('Only an admin may add a member who has not accepted.');
    }
    const user = who.userId !== undefined || input.accepted ? await this.requireUser(who) : undefined;
    const now = this.clock.now();
    const member: PublisherMember = {
      id: uuidv7(),
      publisherId,
      userId: user?.id ?? null,
      invitedEmail: user ? null : (who.email ?? null),
      role: input.role,
      acceptedAt: input.accepted ? now : null,
      createdAt: now,
    };
    return this.transactions.run(async (scope) => {
      await this.note(scope, principal, input.accepted ? 'add' : 'invite', member, {
        after: placeOf(member),
      });
      if (user && input.accepted) return { member: await this.add(scope, member, user), user };
      if (member.invitedEmail !== null) await this.refuseMember(scope, member);
      await this.members.insert(scope, member);
      return { member, user };
    });
  }

  /**
   * Accepts the caller's own invitation.
   * @throws MemberNotFound when the caller does not see it, NotYourInvitation, MemberExists, TokenBoundElsewhere,
   * PublisherBanned, and as an owner what `PublisherLimits.admit` throws.
   */
  async accept(principal: Principal, publisherId: string, memberId: string): Promise<PublisherMember> {
    refuseBoundElsewhere(principal, publisherId);
    return this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, principal.userId);
      // One at a time: two invitations of one user accepted at once would each end the other.
      const publisher = await this.publishers.findForUpdate(scope, publisherId);
      const member = await this.members.find(scope, publisherId, memberId);
      if (!publisher || !member) throw new MemberNotFound();
      if (!isFor(member, principal)) {
        const isInside = (await this.rights.roleOf(scope, principal, publisherId)) !== undefined;
        throw isInside ? new NotYourInvitation() : new MemberNotFound();
      }
      refuseBanned(principal, publisher);
      if (member.acceptedAt !== null) return member;
      if (member.role === 'owner') await this.limits.admit(scope, principal, principal.userId);
      const accepted = await this.members.accept(scope, member, principal);
      await this.note(scope, principal, 'accept', accepted, { after: placeOf(accepted) });
      return accepted;
    });
  }

  /**
   * @throws LastOwner when the only owner would become a member; what `PublisherLimits.admit` throws when a member would
   * become an owner. For an invited user the limits are checked on acceptance.
   */
  async changeRole(
    principal: Principal,
    publisherId: string,
    memberId: string,
    role: MemberRole,
  ): Promise<MemberWithUser> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    const member = await this.transactions.run(async (scope) => {
      const { member: found } = await this.requireLocked(scope, publisherId, memberId);
      if (role === 'member') await this.refuseLastOwner(scope, found);
      else if (found.role === 'member' && found.userId !== null && found.acceptedAt !== null)
        await this.limits.admit(scope, principal, found.userId);
      await this.members.setRole(scope, memberId, role);
      const after = { ...found, role };
      if (role !== found.role)
        await this.note(scope, principal, 'change', found, { before: placeOf(found), after: placeOf(after) });
      return after;
    });
    const [user] = member.userId === null ? [] : await this.users.findMany([member.userId]);
    return { member, user };
  }

  /**
   * Removes a member or an invitation, or lets the caller leave or decline. The owner of a banned publisher cannot leave.
   * @throws LastOwner, PublisherBanned, TokenBoundElsewhere, and what `PublisherRights.requireOwned` throws unless the member
   * is the caller.
   */
  async remove(principal: Principal, publisherId: string, memberId: string): Promise<void> {
    refuseBoundElsewhere(principal, publisherId);
    await this.transactions.run(async (scope) => {
      const { member, publisher } = await this.requireLocked(scope, publisherId, memberId);
      const isOwn = isFor(member, principal);
      if (!isOwn) await this.rights.requireOwned(scope, principal, publisherId);
      else if (isOwner(member)) refuseBannedMember(principal, publisher);
      await this.refuseLastOwner(scope, member);
      await this.members.delete(scope, memberId);
      await this.note(scope, principal, 'remove', member, { before: placeOf(member) });
    });
  }

  private async note(
    scope: TransactionScope,
    actor: Principal,
    act: 'invite' | 'add' | 'accept' | 'change' | 'remove',
    { publisherId }: PublisherMember,
    change: AuditedChange,
  ): Promise<void> {
    await this.audit.record(scope, actor, `publisher.${act}_member`, publisherId, change);
  }

  private async requireUser({ userId, email }: InvitedPerson): Promise<User> {
    if (userId !== undefined) return this.users.require(userId);
    const user = email === undefined ? undefined : await this.users.findByEmail(email);
    if (!user) throw new UserNotFound();
    return user;
  }

  /** Makes the user a member at once, or accepts the user's open invitation. @throws MemberExists */
  private async add(scope: TransactionScope, member: PublisherMember, user: User): Promise<PublisherMember> {
    await this.publishers.findForUpdate(scope, member.publisherId);
    const open: PublisherMember = { ...member, userId: null, acceptedAt: null };
    await this.members.insert(scope, open);
    return this.members.accept(scope, open, { userId: user.id, email: user.email });
  }

  /** Owners know the addresses of members, so this error reveals nothing new. @throws MemberExists */
  private async refuseMember(scope: TransactionScope, member: PublisherMember): Promise<void> {
    const email = member.invitedEmail ?? '';
    if (await this.members.hasMemberWithEmail(scope, member.publisherId, email)) throw new MemberExists();
  }

  /** A deleted user leaves every publisher. @throws UserStillNeeded naming the publishers that would have no owner. */
  private async forget(scope: TransactionScope, userId: string, email: string): Promise<void> {
    const orphans = await this.members.lockOwnedAlone(scope, userId);
    if (orphans.length > 0) {
      throw new UserStillNeeded(
        `The user is the only owner of ${orphans.join(', ')}. Transfer or delete it first.`,
      );
    }
    await this.members.deleteOfUser(scope, userId, email);
  }

  /** Locks the user first, as `PublisherLimits.admit` requires. @throws MemberNotFound */
  private async requireLocked(
    scope: TransactionScope,
    publisherId: string,
    memberId: string,
  ): Promise<{ member: PublisherMember; publisher: Publisher }> {
    const seen = await this.members.find(scope, publisherId, memberId);
    if (seen && seen.userId !== null) await this.users.requireLocked(scope, seen.userId);
    // The lock of the publisher's row covers all its members: two owners who leave at once do so one after the other.
    const publisher = await this.publishers.findForUpdate(scope, publisherId);
    const member = await this.members.find(scope, publisherId, memberId);
    if (!publisher || !member) throw new MemberNotFound();
    return { member, publisher };
  }

  private async refuseLastOwner(scope: TransactionScope, member: PublisherMember): Promise<void> {
    if (!isOwner(member)) return;
    if ((await this.members.countOwners(scope, member.publisherId)) <= 1) throw new LastOwner();
  }
}

function isOwner({ role, acceptedAt }: PublisherMember): boolean {
  return role === 'owner' && acceptedAt !== null;
}

/** The member for the audit log, without the e-mail address, which would outlive the user there. */
function placeOf({ userId, role }: PublisherMember): Record<string, unknown> {
  return { user_id: userId, role };
}

/** Whether the membership or invitation is the caller's, by id or by address. */
function isFor(member: PublisherMember, { userId, email }: Principal): boolean {
  if (member.userId !== null) return member.userId === userId;
  return email !== '' && member.invitedEmail?.toLowerCase() === email.toLowerCase();
}
