import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { type User, UserDeleted, UserNotFound, UsersService, UserStillNeeded } from '#libs/users';
import { MembersRepository } from './members.repository.js';
import { type MemberRole, type PublisherMember } from './publisher.entity.js';
import { LastOwner, MemberNotFound, NotYourInvitation } from './publisher.errors.js';
import { PublisherRights, refuseBanned, refuseBoundElsewhere } from './publisher-rights.js';
import { PublishersRepository } from './publishers.repository.js';

/** A member together with the user. */
export type MemberWithUser = {
  member: PublisherMember;
  user: Pick<User, 'id' | 'name' | 'email'> | undefined;
};

/** Who belongs to a publisher. */
@Injectable()
export class MembersService implements OnModuleInit {
  constructor(
    private readonly members: MembersRepository,
    private readonly publishers: PublishersRepository,
    private readonly rights: PublisherRights,
    private readonly users: UsersService,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.forget(scope, userId));
  }

  /** Members of publishers, by publisher id; open invitations only when `withInvited`. */
  async listOfPublishers(
    ids: readonly string[],
    withInvited: boolean,
  ): Promise<Map<string, MemberWithUser[]>> {
    const members = await this.members.listOfPublishers(ids);
    const shown = members.filter(({ acceptedAt }) => withInvited || acceptedAt !== null);
    const users = new Map(
      (await this.users.findMany(shown.map(({ userId }) => userId))).map((user) => [user.id, user]),
    );
    return Map.groupBy(
      shown.map((member) => ({ member, user: users.get(member.userId) })),
      ({ member }) => member.publisherId,
    );
  }

  /** The caller's memberships and open invitations. */
  async listOfUser(principal: Principal): Promise<PublisherMember[]> {
    return this.members.listOfUser(principal.userId);
  }

  /**
   * Invites a user by id or e-mail address.
   * @throws UserNotFound, MemberExists, and what `PublisherRights.requireOwned` throws.
   */
  async invite(
    principal: Principal,
    publisherId: string,
    who: { userId?: string | undefined; email?: string | undefined },
    role: MemberRole,
  ): Promise<MemberWithUser> {
    await this.rights.requireOwned(principal, publisherId);
    const user =
      who.userId !== undefined
        ? await this.users.require(who.userId)
        : who.email === undefined
          ? undefined
          : await this.users.findByEmail(who.email);
    if (!user) throw new UserNotFound();
    const member: PublisherMember = {
      id: uuidv7(),
      publisherId,
      userId: user.id,
      role,
      acceptedAt: null,
      createdAt: new Date(),
    };
    await this.transactions.run((scope) => this.members.insert(scope, member));
    return { member, user };
  }

  /**
   * Accepts the caller's own invitation.
   * @throws MemberNotFound when the caller does not see it, NotYourInvitation, TokenBoundElsewhere, PublisherBanned.
   */
  async accept(principal: Principal, publisherId: string, memberId: string): Promise<PublisherMember> {
    refuseBoundElsewhere(principal, publisherId);
    return this.transactions.run(async (scope) => {
      const publisher = await this.publishers.findForShare(scope, publisherId);
      const member = await this.members.find(scope, publisherId, memberId);
      if (!publisher || !member) throw new MemberNotFound();
      if (member.userId !== principal.userId) {
        const isInside = (await this.rights.roleOf(principal, publisherId)) !== undefined;
        throw isInside ? new NotYourInvitation() : new MemberNotFound();
      }
      refuseBanned(principal, publisher);
      if (member.acceptedAt === null) await this.members.accept(scope, memberId);
      return { ...member, acceptedAt: member.acceptedAt ?? new Date() };
    });
  }

  /** @throws LastOwner when the only owner would become a member. */
  async changeRole(
    principal: Principal,
    publisherId: string,
    memberId: string,
    role: MemberRole,
  ): Promise<MemberWithUser> {
    await this.rights.requireOwned(principal, publisherId);
    const member = await this.transactions.run(async (scope) => {
      const found = await this.requireLocked(scope, publisherId, memberId);
      if (role === 'member') await this.refuseLastOwner(scope, found);
      await this.members.setRole(scope, memberId, role);
      return { ...found, role };
    });
    const [user] = await this.users.findMany([member.userId]);
    return { member, user };
  }

  /**
   * Removes a member, takes an invitation back, or lets the caller leave or decline.
   * @throws LastOwner, TokenBoundElsewhere, and what `PublisherRights.requireOwned` throws unless it is about the caller.
   */
  async remove(principal: Principal, publisherId: string, memberId: string): Promise<void> {
    refuseBoundElsewhere(principal, publisherId);
    await this.transactions.run(async (scope) => {
      const member = await this.requireLocked(scope, publisherId, memberId);
      if (member.userId !== principal.userId) await this.rights.requireOwned(principal, publisherId);
      await this.refuseLastOwner(scope, member);
      await this.members.delete(scope, memberId);
    });
  }

  /** A deleted user leaves every publisher. @throws UserStillNeeded naming those that would be left without an owner. */
  private async forget(scope: TransactionScope, userId: string): Promise<void> {
    const orphans = await this.members.lockOwnedAlone(scope, userId);
    if (orphans.length > 0) {
      throw new UserStillNeeded(
        `The user is the only owner of ${orphans.join(', ')}. Transfer or delete it first.`,
      );
    }
    await this.members.deleteOfUser(scope, userId);
  }

  private async requireLocked(
    scope: TransactionScope,
    publisherId: string,
    memberId: string,
  ): Promise<PublisherMember> {
    // The publisher's row stands for all its members: two owners who leave at once do so one after the other.
    await this.publishers.findForUpdate(scope, publisherId);
    const member = await this.members.find(scope, publisherId, memberId);
    if (!member) throw new MemberNotFound();
    return member;
  }

  private async refuseLastOwner(scope: TransactionScope, member: PublisherMember): Promise<void> {
    if (member.role !== 'owner' || member.acceptedAt === null) return;
    if ((await this.members.countOwners(scope, member.publisherId)) <= 1) throw new LastOwner();
  }
}
