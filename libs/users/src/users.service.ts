import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { TransactionScope } from '#libs/platform/database';
import type { User } from './user.entity.js';
import { LastAdmin, UserNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';
import { UsersSettings } from './users.settings.js';

/** A user to be made. */
export type NewUser = { name: string; email: string; isAdmin?: boolean; isApproved?: boolean };

/** What an admin decides about a user; absent rights stay as they are. */
export type UserRights = { isAdmin?: boolean; isApproved?: boolean };

/** Who exists. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly settings: UsersSettings,
  ) {}

  /** Makes a user; approved at once unless the installation asks for approval. */
  async create(input: NewUser): Promise<User> {
    const user: User = {
      id: uuidv7(),
      name: input.name,
      email: input.email,
      isAdmin: input.isAdmin ?? false,
      isApproved: input.isApproved ?? !this.settings.requiresApproval,
      subject: null,
      createdAt: new Date(),
    };
    await this.users.insert(user);
    return user;
  }

  /** @throws UserNotFound when there is no such user. */
  async require(id: string): Promise<User> {
    const user = await this.users.find(id);
    if (!user) throw new UserNotFound();
    return user;
  }

  /** A page of users, newest first; `search` is part of a name, an address or an id. */
  async list(
    search: string | undefined,
    page: { offset: number; limit: number },
  ): Promise<{ users: User[]; total: number }> {
    return this.users.list(search, page.offset, page.limit);
  }

  /**
   * Changes what a user may do. The caller makes every process forget its principals.
   * @returns The user before and after.
   * @throws UserNotFound, LastAdmin.
   */
  async changeRights(
    scope: TransactionScope,
    id: string,
    rights: UserRights,
  ): Promise<{ before: User; after: User }> {
    const { user, admins } = await this.users.lockWithAdmins(scope, id);
    if (!user) throw new UserNotFound();
    if (user.isAdmin && rights.isAdmin === false && admins <= 1) throw new LastAdmin();
    const after = { ...user, ...rights };
    await this.users.update(scope, id, { isAdmin: after.isAdmin, isApproved: after.isApproved });
    return { before: user, after };
  }

  /** The user of an issuer's `subject`; made on first use, name and address follow the issuer. */
  async signIn(subject: string, claims: { name: string; email: string }): Promise<User> {
    return this.users.upsertSubject({
      id: uuidv7(),
      name: claims.name,
      email: claims.email,
      isAdmin: false,
      isApproved: !this.settings.requiresApproval,
      subject,
      createdAt: new Date(),
    });
  }

  async findMany(ids: readonly string[]): Promise<User[]> {
    return ids.length === 0 ? [] : this.users.findMany(ids);
  }

  /** The oldest user with this address, whatever its letter case. */
  async findByEmail(email: string): Promise<User | undefined> {
    return this.users.findByEmail(email);
  }
}
