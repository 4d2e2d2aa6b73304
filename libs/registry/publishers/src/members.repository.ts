import { Injectable } from '@nestjs/common';
import {
  isUniqueViolation,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { User } from '#libs/accounts/users';
import { MEMBER_ROLES, type MemberRole, PublisherMember } from './publisher.entity.js';
import { MemberExists } from './publisher.errors.js';

/** One membership or invitation per user or address. */
const PLACES = [
  'uq_publisher_members_publisher_id_user_id',
  'uq_publisher_members_publisher_id_invited_email',
];

/** The memberships and invitations of a user, those to the user's address too. An empty address matches none. */
function ofPerson(userId: string, email: string): string {
  return `(user_id = ${userId} or (lower(invited_email) = lower(${email}) and ${email} <> ''))`;
}

/** A user's address without what leads to the same mailbox: letter case, `+tag`, and for Gmail the dots. */
function mailboxOf(user: string): string {
  const domain = `replace(lower(split_part(${user}.email, '@', 2)), 'googlemail.com', 'gmail.com')`;
  const name = `split_part(split_part(lower(${user}.email), '@', 1), '+', 1)`;
  return `(case ${domain} when 'gmail.com' then replace(${name}, '.', '') else ${name} end || '@' || ${domain})`;
}

export type MemberWithUser = {
  member: PublisherMember;
  user: Pick<User, 'id' | 'name' | 'email'> | undefined;
};

@Injectable()
export class MembersRepository extends Repository {
  /** @throws MemberExists when the user has a membership or an invitation already. */
  async insert(scope: TransactionScope, member: PublisherMember): Promise<void> {
    try {
      await this.manager(scope).insert(PublisherMember, member);
    } catch (error) {
      const isTwice = PLACES.some((constraint) => isUniqueViolation(error, constraint));
      throw isTwice ? new MemberExists() : error;
    }
  }

  async roleOf(scope: StatementScope, publisherId: string, userId: string): Promise<MemberRole | undefined> {
    const member = await this.row<{ role: MemberRole }>(
      scope,
      `select role from publisher_members
        where publisher_id = $1 and user_id = $2 and accepted_at is not null`,
      [publisherId, userId],
    );
    return member?.role;
  }

  /** Users that are members with one of the roles, without open invitations. */
  async listUserIds(
    scope: StatementScope,
    publisherId: string,
    roles: readonly MemberRole[] = MEMBER_ROLES,
  ): Promise<string[]> {
    const members = await this.rows<{ userId: string }>(
      scope,
      `select user_id from publisher_members
        where publisher_id = $1 and role = any($2) and user_id is not null and accepted_at is not null order by user_id`,
      [publisherId, roles],
    );
    return members.map(({ userId }) => userId);
  }

  /** Members of publishers, open invitations included, each with the user where there is one. */
  async listOfPublishers(scope: StatementScope, publisherIds: readonly string[]): Promise<MemberWithUser[]> {
    const rows = await this.rows<PublisherMember & { userName: string; userEmail: string }>(
      scope,
      `select m.*, u.name as user_name, u.email as user_email
         from publisher_members m left join users u on u.id = m.user_id
        where m.publisher_id = any($1) order by m.created_at, m.id`,
      [publisherIds],
    );
    return rows.map(({ userName: name, userEmail: email, ...member }) => ({
      member,
      user: member.userId === null ? undefined : { id: member.userId, name, email },
    }));
  }

  /** The user's memberships and open invitations, those to the user's address too. */
  async listOfUser(scope: StatementScope, userId: string, email: string): Promise<PublisherMember[]> {
    return this.rows<PublisherMember>(
      scope,
      `select * from publisher_members
        where ${ofPerson('$1', '$2')}
        order by publisher_id, id`,
      [userId, email],
    );
  }

  /** Whether a user with this address is a member already. */
  async hasMemberWithEmail(scope: TransactionScope, publisherId: string, email: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `select from publisher_members m join users u on u.id = m.user_id
        where m.publisher_id = $1 and m.accepted_at is not null and lower(u.email) = lower($2)`,
      [publisherId, email],
    );
  }

  async find(scope: TransactionScope, publisherId: string, id: string): Promise<PublisherMember | undefined> {
    return this.row<PublisherMember>(
      scope,
      'select * from publisher_members where publisher_id = $1 and id = $2',
      [publisherId, id],
    );
  }

  async countOwners(scope: TransactionScope, publisherId: string): Promise<number> {
    const count = await this.row<{ owners: number }>(
      scope,
      `select count(*)::int as owners from publisher_members
        where publisher_id = $1 and role = 'owner' and accepted_at is not null`,
      [publisherId],
    );
    return count?.owners ?? 0;
  }

  /** The publishers whose only owner is this user, locked until the transaction ends. */
  async lockOwnedAlone(scope: TransactionScope, userId: string): Promise<string[]> {
    await this.rows(
      scope,
      `select id from publishers where id in (select publisher_id from publisher_members where user_id = $1)
        order by id for no key update`,
      [userId],
    );
    const alone = await this.rows<{ id: string }>(
      scope,
      `select publisher_id as id from publisher_members
        where role = 'owner' and accepted_at is not null
          and publisher_id in (select publisher_id from publisher_members where user_id = $1)
        group by publisher_id having bool_and(user_id = $1) order by publisher_id`,
      [userId],
    );
    return alone.map(({ id }) => id);
  }

  /** Removes the user's memberships, and the invitations to the user's address. */
  async deleteOfUser(scope: TransactionScope, userId: string, email: string): Promise<void> {
    await this.rows(
      scope,
      `delete from publisher_members
        where ${ofPerson('$1', '$2')}`,
      [userId, email],
    );
  }

  async countOwnedBy(scope: TransactionScope, userId: string): Promise<number> {
    const count = await this.row<{ owned: number }>(
      scope,
      `select count(*)::int as owned from publisher_members
        where user_id = $1 and role = 'owner' and accepted_at is not null`,
      [userId],
    );
    return count?.owned ?? 0;
  }

  /** Banned publishers that the user owns, or another account with the same mailbox. */
  async listBannedOwnedBy(scope: TransactionScope, userId: string): Promise<string[]> {
    const banned = await this.rows<{ id: string }>(
      scope,
      `select distinct p.id
         from publishers p join publisher_members m on m.publisher_id = p.id and m.role = 'owner'
         join users owner on owner.id = m.user_id join users me on me.id = $1
        where p.status = 'PublisherStatusBanned' and m.accepted_at is not null
          and (owner.id = me.id or (me.email like '%@%' and ${mailboxOf('owner')} = ${mailboxOf('me')}))
        order by p.id`,
      [userId],
    );
    return banned.map(({ id }) => id);
  }

  /** Makes a publisher's owners plain members. @returns The users who were owners. */
  async demoteOwners(scope: TransactionScope, publisherId: string): Promise<string[]> {
    const owners = await this.rows<{ userId: string }>(
      scope,
      `update publisher_members set role = 'member'
        where publisher_id = $1 and role = 'owner' and accepted_at is not null returning user_id`,
      [publisherId],
    );
    return owners.map(({ userId }) => userId);
  }

  /** The user's membership of a publisher, accepted or not. */
  async findOfUser(
    scope: TransactionScope,
    publisherId: string,
    userId: string,
  ): Promise<PublisherMember | undefined> {
    return this.row<PublisherMember>(
      scope,
      'select * from publisher_members where publisher_id = $1 and user_id = $2',
      [publisherId, userId],
    );
  }

  async setRole(scope: TransactionScope, id: string, role: MemberRole): Promise<void> {
    await this.manager(scope).update(PublisherMember, { id }, { role });
  }

  /** Makes the invitation the user's membership; the user's other open invitations there end. @throws MemberExists */
  async accept(
    scope: TransactionScope,
    { id, publisherId }: PublisherMember,
    user: { userId: string; email: string },
  ): Promise<PublisherMember> {
    await this.rows(
      scope,
      `delete from publisher_members where publisher_id = $1 and id <> $2 and accepted_at is null
          and ${ofPerson('$3', '$4')}`,
      [publisherId, id, user.userId, user.email],
    );
    try {
      const member = await this.row<PublisherMember>(
        scope,
        `update publisher_members set user_id = $2, invited_email = null, accepted_at = $3
          where id = $1 returning *`,
        [id, user.userId, this.clock.now()],
      );
      if (!member) throw new Error('The row was read in this transaction');
      return member;
    } catch (error) {
      throw isUniqueViolation(error, PLACES[0]) ? new MemberExists() : error;
    }
  }

  async delete(scope: TransactionScope, id: string): Promise<void> {
    await this.manager(scope).delete(PublisherMember, { id });
  }
}
