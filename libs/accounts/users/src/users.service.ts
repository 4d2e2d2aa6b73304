import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { ListPage, ListPlace } from '#libs/platform/http';
import { AccessTokensRepository } from './access-tokens.repository.js';
import type { User } from './user.entity.js';
import { UserInvitationsRepository } from './user-invitations.repository.js';
import { EmailTaken, LastAdmin, NamedByIssuer, UserNotFound } from './users.errors.js';
import { UserDeleted } from './users.events.js';
import { type UserFilter, UsersRepository } from './users.repository.js';
import { UsersSettings } from './users.settings.js';
import { knownIds, namesById } from './names.js';

export type NewUser = { name: string; email: string; isAdmin?: boolean; isApproved?: boolean };

/** An admin's changes of a user; absent fields are not changed. */
export type UserChange = Partial<
  Pick<User, 'name' | 'email' | 'isAdmin' | 'isApproved' | 'publisherLimit' | 'queueWeight'>
> & { isSuspended?: boolean };

const DELETED_NAME = 'Deleted user';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly invitations: UserInvitationsRepository,
    private readonly events: DomainEvents,
    private readonly settings: UsersSettings,
    private readonly clock: Clock,
  ) {}

  /** Creates a user, approved at once unless the installation requires approval. */
  async create(scope: StatementScope, input: NewUser): Promise<User> {
    const user = newUser(input, !this.settings.requiresApproval, this.clock.now());
    await this.users.insert(scope, user);
    return user;
  }

  /** Reserves the address until the transaction ends. @throws EmailTaken when another user has it. */
  async refuseTakenEmail(scope: TransactionScope, email: string): Promise<void> {
    if (await this.users.isEmailTaken(scope, email)) throw new EmailTaken();
  }

  /** @throws UserNotFound when there is no such user, or it was deleted. */
  async require(id: string): Promise<User> {
    return existing(await this.users.find(NO_TRANSACTION, id));
  }

  /** Like `require`, and locks the user until the transaction ends. */
  async requireLocked(scope: TransactionScope, id: string): Promise<User> {
    return existing(await this.users.findForUpdate(scope, id));
  }

  /** Like `require`, and finds deleted users, too. */
  async requireEver(id: string): Promise<User> {
    const user = await this.users.find(NO_TRANSACTION, id);
    if (!user) throw new UserNotFound();
    return user;
  }

  /** A page of users, newest first, without deleted ones. */
  async list(filter: UserFilter, place: ListPlace): Promise<ListPage<User>> {
    return this.users.list(NO_TRANSACTION, filter, place);
  }

  /**
   * Changes a user on behalf of an admin. The caller makes every process drop its cached principals.
   * @returns The user before and after.
   * @throws UserNotFound, LastAdmin, NamedByIssuer, EmailTaken.
   */
  async change(
    scope: TransactionScope,
    id: string,
    { isSuspended, ...fields }: UserChange,
  ): Promise<{ before: User; after: User }> {
    const { user, admins } = await this.users.lockWithAdmins(scope, id);
    const before = existing(user);
    const suspendedAt =
      isSuspended === false ? null : (before.suspendedAt ?? (isSuspended ? this.clock.now() : null));
    const after: User = { ...before, ...fields, suspendedAt };
    refuseLosing(before, after, admins);
    if (before.subject !== null && (after.name !== before.name || after.email !== before.email)) {
      throw new NamedByIssuer();
    }
    if (after.email.toLowerCase() !== before.email.toLowerCase()) {
      await this.refuseTakenEmail(scope, after.email);
    }
    await this.users.update(scope, after);
    return { before, after };
  }

  /**
   * Deletes everything personal of a user; the bare row stays for history. The caller makes every process drop its
   * cached principals.
   * @throws UserNotFound, LastAdmin, UserStillNeeded.
   */
  async delete(scope: TransactionScope, id: string): Promise<User> {
    const { user, admins } = await this.users.lockWithAdmins(scope, id);
    const before = existing(user);
    refuseLosing(before, { ...before, isAdmin: false }, admins);
    await this.users.anonymize(scope, id, DELETED_NAME);
    await this.tokens.deleteOf(scope, id);
    await this.invitations.deleteOf(scope, id);
    await this.events.publish(scope, new UserDeleted(id, before.email));
    return before;
  }

  /** The user of an issuer's `subject`; created on first use. Name and address follow the issuer. */
  async signIn(subject: string, claims: { name: string; email: string }): Promise<User> {
    return this.users.upsertSubject(NO_TRANSACTION, {
      ...newUser(claims, !this.settings.requiresApproval, this.clock.now()),
      subject,
    });
  }

  async findMany(ids: readonly string[]): Promise<User[]> {
    return ids.length === 0 ? [] : this.users.findMany(NO_TRANSACTION, ids);
  }

  /** The names of the users among these ids, by id. */
  async namesOf(ids: Iterable<string | null | undefined>): Promise<Map<string, string>> {
    return namesById(await this.findMany(knownIds(ids)));
  }

  /** The oldest user with this address, ignoring case. */
  async findByEmail(email: string): Promise<User | undefined> {
    return this.users.findByEmail(NO_TRANSACTION, email);
  }
}

export function newUser(input: NewUser, isApproved: boolean, createdAt: Date): User {
  return {
    id: uuidv7(),
    name: input.name,
    email: input.email,
    isAdmin: input.isAdmin ?? false,
    isApproved: input.isApproved ?? isApproved,
    suspendedAt: null,
    publisherLimit: null,
    queueWeight: 1,
    subject: null,
    deletedAt: null,
    createdAt,
  };
}

function existing(user: User | null | undefined): User {
  if (!user || user.deletedAt !== null) throw new UserNotFound();
  return user;
}

/** @throws LastAdmin when no admin would be left. */
function refuseLosing(before: User, after: User, admins: number): void {
  const counts = ({ isAdmin, suspendedAt }: User): boolean => isAdmin && suspendedAt === null;
  if (counts(before) && !counts(after) && admins <= 1) throw new LastAdmin();
}
