import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { UsersService } from '#libs/accounts/users';
import { MembersRepository } from './members.repository.js';
import { PublisherBanned, PublisherLimitReached } from './publisher.errors.js';
import { PublishersSettings } from './publishers.settings.js';

/** How many publishers a user may own. */
@Injectable()
export class PublisherLimits {
  constructor(
    private readonly members: MembersRepository,
    private readonly users: UsersService,
    private readonly settings: PublishersSettings,
  ) {}

  /**
   * Lets a user own one more publisher, however it happens. Admins are not limited. Two calls for one user run one after the
   * other. This locks the user, so lock publishers afterwards, in the same order as a deletion of the user.
   * @throws PublisherLimitReached; PublisherBanned for the owner of a banned publisher, with any account of the same mailbox; UserNotFound.
   */
  async admit(scope: TransactionScope, principal: Principal, userId: string): Promise<void> {
    if (principal.isAdmin) return;
    const { publisherLimit, name } = await this.users.requireLocked(scope, userId);
    const owned = await this.members.countOwnedBy(scope, userId);
    const limit = publisherLimit ?? this.settings.publishersPerUser;
    const [banned] = await this.members.listBannedOwnedBy(scope, userId);
    if (banned !== undefined) {
      throw new PublisherBanned(
        `${name} owns the banned publisher ${banned}, perhaps by another account with the same address, and can own no other one until it is unbanned.`,
      );
    }
    if (owned >= limit) {
      throw new PublisherLimitReached(`${name} owns ${owned} publishers; ${limit} are allowed.`);
    }
  }
}
