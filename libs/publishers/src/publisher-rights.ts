import { Injectable } from '@nestjs/common';
import type { Principal } from '#libs/platform/http';
import { MembersRepository } from './members.repository.js';
import type { MemberRole, Publisher } from './publisher.entity.js';
import {
  NotAMember,
  OwnerRequired,
  PublisherBanned,
  PublisherNotFound,
  TokenBoundElsewhere,
} from './publisher.errors.js';
import { PublishersRepository } from './publishers.repository.js';

/** Decides who may do what with a publisher and everything below it. */
@Injectable()
export class PublisherRights {
  constructor(
    private readonly publishers: PublishersRepository,
    private readonly members: MembersRepository,
  ) {}

  /** The caller's role: an admin counts as owner; undefined for a stranger and for nobody. */
  async roleOf(principal: Principal | undefined, publisherId: string): Promise<MemberRole | undefined> {
    if (!principal || isBoundElsewhere(principal, publisherId)) return undefined;
    return principal.isAdmin ? 'owner' : this.members.roleOf(publisherId, principal.userId);
  }

  /**
   * The publisher, if the caller may edit nodes and publish there.
   * @throws PublisherNotFound, NotAMember, TokenBoundElsewhere or PublisherBanned (admins may write to a banned one).
   */
  async requireWritable(principal: Principal, publisherId: string): Promise<Publisher> {
    const { publisher } = await this.requireRole(principal, publisherId);
    return publisher;
  }

  /**
   * The publisher, if the caller may change it and its members.
   * @throws as `requireWritable`, and OwnerRequired for a plain member.
   */
  async requireOwned(principal: Principal, publisherId: string): Promise<Publisher> {
    const { publisher, role } = await this.requireRole(principal, publisherId);
    if (role !== 'owner') throw new OwnerRequired();
    return publisher;
  }

  private async requireRole(
    principal: Principal,
    publisherId: string,
  ): Promise<{ publisher: Publisher; role: MemberRole }> {
    const publisher = await this.publishers.find(publisherId);
    if (!publisher) throw new PublisherNotFound(`There is no publisher ${publisherId}.`);
    if (isBoundElsewhere(principal, publisherId)) throw new TokenBoundElsewhere();
    const role = await this.roleOf(principal, publisherId);
    if (!role) throw new NotAMember();
    if (publisher.status === 'PublisherStatusBanned' && !principal.isAdmin) throw new PublisherBanned();
    return { publisher, role };
  }
}

function isBoundElsewhere(principal: Principal, publisherId: string): boolean {
  return principal.publisherId !== undefined && principal.publisherId !== publisherId;
}
