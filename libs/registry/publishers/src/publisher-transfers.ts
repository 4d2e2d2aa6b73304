import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { AuditLog } from '#libs/accounts/audit';
import { ChangeFeed } from '#libs/registry/changes';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { type User, UsersService, UserSuspended } from '#libs/accounts/users';
import { MembersRepository } from './members.repository.js';
import type { Publisher, PublisherMember } from './publisher.entity.js';
import { HeirNotMember, PublisherNotFound } from './publisher.errors.js';
import { PublisherLimits } from './publisher-limits.js';
import { PublisherRights } from './publisher-rights.js';
import { PublishersRepository } from './publishers.repository.js';

@Injectable()
export class PublisherTransfers {
  constructor(
    private readonly publishers: PublishersRepository,
    private readonly members: MembersRepository,
    private readonly rights: PublisherRights,
    private readonly limits: PublisherLimits,
    private readonly users: UsersService,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly changes: ChangeFeed,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a user the only owner; the previous owners become members. An owner can give the publisher to a member, who has
   * agreed to belong to it; an admin to any user, regardless of the limit.
   * @throws UserNotFound, UserSuspended, HeirNotMember, PublisherLimitReached, and what `PublisherRights.requireOwned`
   * throws.
   */
  async transfer(principal: Principal, id: string, heirId: string, reason: string): Promise<Publisher> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, id);
    return this.transactions.run(async (scope) => {
      // The user first, in the same order as a deletion of the user.
      const heir = await this.users.requireLocked(scope, heirId);
      if (heir.suspendedAt !== null) throw new UserSuspended();
      const publisher = await this.publishers.findForUpdate(scope, id);
      if (!publisher) throw new PublisherNotFound(`There is no publisher ${id}.`);
      const place = await this.members.findOfUser(scope, id, heirId);
      if (!principal.isAdmin && !place?.acceptedAt) throw new HeirNotMember();
      if (place?.role !== 'owner') await this.limits.admit(scope, principal, heirId);
      const owners = await this.members.demoteOwners(scope, id);
      await this.makeOwner(scope, id, heir, place);
      await this.audit.record(scope, principal, 'publisher.transfer', id, {
        reason,
        before: { owners },
        after: { owners: [heirId] },
      });
      await this.changes.record(scope, 'upsert', [{ kind: 'publisher', publisherId: id }]);
      return publisher;
    });
  }

  private async makeOwner(
    scope: TransactionScope,
    publisherId: string,
    heir: User,
    place: PublisherMember | undefined,
  ): Promise<void> {
    const owner: PublisherMember = {
      id: place?.id ?? uuidv7(),
      publisherId,
      userId: heir.id,
      invitedEmail: null,
      role: 'owner',
      acceptedAt: place?.acceptedAt ?? null,
      createdAt: this.clock.now(),
    };
    if (place) await this.members.setRole(scope, owner.id, 'owner');
    else await this.members.insert(scope, owner);
    if (owner.acceptedAt !== null) return;
    await this.members.accept(scope, owner, { userId: heir.id, email: heir.email });
  }
}
