import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUniqueViolation, Repository, type TransactionScope } from '#libs/platform/database';
import { type MemberRole, PublisherMember } from './publisher.entity.js';
import { MemberExists } from './publisher.errors.js';

/** Every query of the table `publisher_members`. */
@Injectable()
export class MembersRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** @throws MemberExists when the user has a place, or an invitation, already. */
  async insert(scope: TransactionScope, member: PublisherMember): Promise<void> {
    try {
      await this.manager(scope).insert(PublisherMember, member);
    } catch (error) {
      throw isUniqueViolation(error, 'uq_publisher_members_publisher_id_user_id')
        ? new MemberExists()
        : error;
    }
  }

  /** The accepted role of a user in a publisher. */
  async roleOf(publisherId: string, userId: string): Promise<MemberRole | undefined> {
    const [member] = await this.rows<{ role: MemberRole }>(
      `select "role" from "publisher_members"
        where "publisherId" = $1 and "userId" = $2 and "acceptedAt" is not null`,
      [publisherId, userId],
    );
    return member?.role;
  }

  async listOfPublishers(publisherIds: readonly string[]): Promise<PublisherMember[]> {
    return this.rows<PublisherMember>(
      'select * from "publisher_members" where "publisherId" = any($1) order by "createdAt", "id"',
      [publisherIds],
    );
  }

  async listOfUser(userId: string): Promise<PublisherMember[]> {
    return this.rows<PublisherMember>(
      'select * from "publisher_members" where "userId" = $1 order by "publisherId"',
      [userId],
    );
  }

  async find(scope: TransactionScope, publisherId: string, id: string): Promise<PublisherMember | undefined> {
    const [member] = await this.rows<PublisherMember>(
      'select * from "publisher_members" where "publisherId" = $1 and "id" = $2',
      [publisherId, id],
      scope,
    );
    return member;
  }

  /** Accepted owners of a publisher. */
  async countOwners(scope: TransactionScope, publisherId: string): Promise<number> {
    const [count] = await this.rows<{ owners: number }>(
      `select count(*)::int as "owners" from "publisher_members"
        where "publisherId" = $1 and "role" = 'owner' and "acceptedAt" is not null`,
      [publisherId],
      scope,
    );
    return count?.owners ?? 0;
  }

  /** The publishers that have no owner but this user; they stay as they are until the transaction ends. */
  async lockOwnedAlone(scope: TransactionScope, userId: string): Promise<string[]> {
    await this.rows(
      `select "id" from "publishers" where "id" in (select "publisherId" from "publisher_members" where "userId" = $1)
        order by "id" for no key update`,
      [userId],
      scope,
    );
    const alone = await this.rows<{ id: string }>(
      `select "publisherId" as "id" from "publisher_members"
        where "role" = 'owner' and "acceptedAt" is not null
          and "publisherId" in (select "publisherId" from "publisher_members" where "userId" = $1)
        group by "publisherId" having bool_and("userId" = $1) order by "publisherId"`,
      [userId],
      scope,
    );
    return alone.map(({ id }) => id);
  }

  async deleteOfUser(scope: TransactionScope, userId: string): Promise<void> {
    await this.manager(scope).delete(PublisherMember, { userId });
  }

  /** Publishers that a user owns. */
  async countOwnedBy(scope: TransactionScope, userId: string): Promise<number> {
    // One user's creations wait for each other, so that the limit cannot be passed by racing.
    await this.rows('select pg_advisory_xact_lock(hashtextextended($1, 7))', [userId], scope);
    const [count] = await this.rows<{ owned: number }>(
      `select count(*)::int as "owned" from "publisher_members"
        where "userId" = $1 and "role" = 'owner' and "acceptedAt" is not null`,
      [userId],
      scope,
    );
    return count?.owned ?? 0;
  }

  async setRole(scope: TransactionScope, id: string, role: MemberRole): Promise<void> {
    await this.manager(scope).update(PublisherMember, { id }, { role });
  }

  async accept(scope: TransactionScope, id: string): Promise<void> {
    await this.manager(scope).update(PublisherMember, { id }, { acceptedAt: new Date() });
  }

  async delete(scope: TransactionScope, id: string): Promise<void> {
    await this.manager(scope).delete(PublisherMember, { id });
  }
}
