import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { containing, Repository, type TransactionScope } from '#libs/platform/database';
import { User } from './user.entity.js';

/** Every query of the table `users`. */
@Injectable()
export class UsersRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  async insert(user: User, scope?: TransactionScope): Promise<void> {
    await this.manager(scope).insert(User, user);
  }

  async find(id: string): Promise<User | null> {
    return this.manager().findOneBy(User, { id });
  }

  async findMany(ids: readonly string[]): Promise<User[]> {
    return this.rows<User>('select * from "users" where "id" = any($1)', [ids]);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    if (email === '') return undefined;
    const [user] = await this.rows<User>(
      'select * from "users" where lower("email") = lower($1) order by "createdAt" limit 1',
      [email],
    );
    return user;
  }

  /** A page of users, newest first, and how many there are; `search` is part of a name, address or id. */
  async list(
    search: string | undefined,
    offset: number,
    limit: number,
  ): Promise<{ users: User[]; total: number }> {
    const where = `$1::text is null or "name" ilike $1 or "email" ilike $1 or "id"::text ilike $1`;
    const pattern = containing(search);
    const users = await this.rows<User>(
      `select * from "users" where ${where} order by "id" desc limit $2 offset $3`,
      [pattern, limit, offset],
    );
    const [count] = await this.rows<{ total: number }>(
      `select count(*)::int as "total" from "users" where ${where}`,
      [pattern],
    );
    return { users, total: count?.total ?? 0 };
  }

  /**
   * Inserts the user of an issuer, or finds the one that has the subject already; name and address follow the issuer.
   * Nothing is written when they are the same as before.
   */
  async upsertSubject(user: User): Promise<User> {
    const [known] = await this.rows<User>('select * from "users" where "subject" = $1', [user.subject]);
    if (known?.name === user.name && known.email === user.email) return known;
    const [row] = await this.rows<User>(
      `insert into "users" ("id", "name", "email", "isAdmin", "isApproved", "subject")
       values ($1, $2, $3, $4, $5, $6)
       on conflict ("subject") do update set "name" = excluded."name", "email" = excluded."email"
       returning *`,
      [user.id, user.name, user.email, user.isAdmin, user.isApproved, user.subject],
    );
    if (!row) throw new Error('The user was neither inserted nor found');
    return row;
  }

  /** The user and every admin, locked in one order, so that two changes of admins wait for each other. */
  async lockWithAdmins(scope: TransactionScope, id: string): Promise<{ user?: User; admins: number }> {
    const rows = await this.rows<User>(
      'select * from "users" where "id" = $1 or "isAdmin" order by "id" for update',
      [id],
      scope,
    );
    const user = rows.find((row) => row.id === id);
    return { ...(user ? { user } : {}), admins: rows.filter(({ isAdmin }) => isAdmin).length };
  }

  async update(
    scope: TransactionScope,
    id: string,
    rights: Partial<Pick<User, 'isAdmin' | 'isApproved'>>,
  ): Promise<void> {
    await this.manager(scope).update(User, { id }, rights);
  }

  /** Processes that start together decide one after the other whether an admin is missing. */
  async lockAdmins(scope: TransactionScope): Promise<void> {
    await this.rows('lock table "users" in share row exclusive mode', [], scope);
  }

  /** The admin who was there first. */
  async findOldestAdmin(scope: TransactionScope): Promise<User | undefined> {
    const [admin] = await this.rows<User>(
      'select * from "users" where "isAdmin" order by "id" limit 1',
      [],
      scope,
    );
    return admin;
  }
}
