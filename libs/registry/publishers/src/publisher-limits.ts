import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { UsersService } from '#libs/accounts/users';
import { MembersRepository } from './members.repository.js';
import { PublisherBanned, PublisherLimitReached } from './publisher.errors.js';
import { PublishersSettings } from './publishers.settings.js';

/** How many publishers a user may own, and who may own no further one. */
@Injectable()
export class PublisherLimits {
  constructor(
    private readonly members: MembersRepository,
    private readonly users: UsersService,
    private readonly settings: PublishersSettings,
  ) {}

  /**
   * Lets a user own one more publisher, by whichever way; what an admin does is not asked about. Two of a user wait for
   * each other. The user is locked, so lock publishers afterwards, as a deletion of the user does.
   * @throws PublisherLimitReached; PublisherBanned for the owner of a banned publisher; UserNotFound.
   */
  async admit(scope: TransactionScope, principal: Principal, userId: string): Promise<void> {
    if (principal.isAdmin) return;
    const { publisherLimit, name } = await this.users.requireLocked(scope, userId);
    const owned = await this.members.countOwnedBy(scope, userId);
    const limit = publisherLimit ?? this.settings.publishersPerUser;
    const [banned] = await this.members.listBannedOwnedBy(scope, userId);
    if (banned !== undefined) {
      throw new PublisherBanned(
        `${name} owns the banned publisher ${banned} and can own no other one until it is unbanned.`,
      );
    }
    if (owned >= limit) {
      throw new PublisherLimitReached(`${name} owns ${owned} publishers; ${limit} are allowed.`);
    }
  }
}
