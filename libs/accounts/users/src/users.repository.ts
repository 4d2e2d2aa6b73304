import { Injectable } from '@nestjs/common';
import {
  Conditions,
  containing,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { COUNTED_ROWS_MAX, listPage, type ListPage, type ListPlace, listTotal } from '#libs/platform/http';
import { User } from './user.entity.js';

export type UserFilter = {
  /** Part of a name, an address or an id. */
  search?: string | undefined;
  /** Whether the user is waiting for an admin's approval. */
  isPending?: boolean | undefined;
  isSuspended?: boolean | undefined;
};

@Injectable()
export class UsersRepository extends Repository {
  async insert(scope: StatementScope, user: User): Promise<void> {
    await this.manager(scope).insert(User, user);
  }

  async find(scope: StatementScope, id: string): Promise<User | null> {
    return this.manager(scope).findOneBy(User, { id });
  }

  async findMany(scope: StatementScope, ids: readonly string[]): Promise<User[]> {
    return this.rows<User>(scope, 'select * from users where id = any($1)', [ids]);
  }

  async findByEmail(scope: StatementScope, email: string): Promise<User | undefined> {
    if (email === '') return undefined;
    return this.row<User>(
      scope,
      'select * from users where lower(email) = lower($1) order by created_at limit 1',
      [email],
    );
  }

  /** Users except deleted ones, newest first. */
  async list(
    scope: StatementScope,
    { search, isPending, isSuspended }: UserFilter,
    place: ListPlace,
  ): Promise<ListPage<User>> {
    const conditions = new Conditions();
    conditions.add('deleted_at is null');
    if (search !== undefined) {
      const pattern = conditions.given(containing(search));
      conditions.add(`(name ilike ${pattern} or email ilike ${pattern} or id::text ilike ${pattern})`);
    }
    if (isPending !== undefined) conditions.add(isPending ? 'not is_approved' : 'is_approved');
    if (isSuspended !== undefined) conditions.add(`suspended_at is ${isSuspended ? 'not null' : 'null'}`);
    const counted =
      place.counted ?? listTotal(await this.countUpTo(scope, COUNTED_ROWS_MAX, 'users', conditions));
    if (place.after) conditions.add(`id < ${conditions.given(place.after[0])}`);
    const found = await this.rows<User>(
      scope,
      `${PLANNED_FOR_VALUES}select * from users where ${conditions.text}
        order by id desc offset ${conditions.given(place.offset)} limit ${conditions.given(place.limit + 1)}`,
      conditions.parameters,
    );
    return listPage(place, found, ({ id }) => [id], counted);
  }

  /**
   * Inserts the user of an issuer, or finds the one with this subject; name and address follow the issuer. Writes
   * nothing when they have not changed.
   */
  async upsertSubject(scope: StatementScope, user: User): Promise<User> {
    const known = await this.row<User>(scope, 'select * from users where subject = $1', [user.subject]);
    if (known?.name === user.name && known.email === user.email) return known;
    const row = await this.row<User>(
      scope,
      `insert into users (id, name, email, is_admin, is_approved, subject)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (subject) do update set name = excluded.name, email = excluded.email
       returning *`,
      [user.id, user.name, user.email, user.isAdmin, user.isApproved, user.subject],
    );
    if (!row) throw new Error('The user was neither inserted nor found');
    return row;
  }

  /**
   * The user and every active admin, locked in one order, so that concurrent changes of admins wait for each other.
   * Rows that refer to users can still be added.
   */
  async lockWithAdmins(scope: TransactionScope, id: string): Promise<{ user?: User; admins: number }> {
    const rows = await this.rows<User>(
      scope,
      `select * from users where id = $1 or (is_admin and suspended_at is null)
        order by id for no key update`,
      [id],
    );
    const user = rows.find((row) => row.id === id);
    const admins = rows.filter(({ isAdmin, suspendedAt }) => isAdmin && suspendedAt === null);
    return { ...(user ? { user } : {}), admins: admins.length };
  }

  /** Locks the user: no other transaction changes, suspends, deletes or locks the row so until this one ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<User | undefined> {
    return this.row<User>(scope, 'select * from users where id = $1 for no key update', [id]);
  }

  /** Whether a user has the address, ignoring case. Concurrent checks of the same address wait for each other. */
  async isEmailTaken(scope: TransactionScope, email: string): Promise<boolean> {
    await this.rows(scope, 'select pg_advisory_xact_lock(hashtextextended(lower($1), 8))', [email]);
    return this.hasRow(scope, 'select from users where lower(email) = lower($1) limit 1', [email]);
  }

  async update(scope: TransactionScope, user: User): Promise<void> {
    const { id, name, email, isAdmin, isApproved, suspendedAt, publisherLimit, queueWeight } = user;
    await this.manager(scope).update(
      User,
      { id },
      { name, email, isAdmin, isApproved, suspendedAt, publisherLimit, queueWeight },
    );
  }

  /** Removes everything personal from the row, and marks it as deleted. */
  async anonymize(scope: TransactionScope, id: string, name: string): Promise<void> {
    await this.rows(
      scope,
      `update users set name = $2, email = '', is_admin = false, is_approved = false, subject = null,
              suspended_at = null, publisher_limit = null, queue_weight = 1, deleted_at = now()
        where id = $1`,
      [id, name],
    );
  }

  /** Processes that start together decide one after the other whether an admin is missing. */
  async lockAdmins(scope: TransactionScope): Promise<void> {
    await this.rows(scope, 'lock table users in share row exclusive mode', []);
  }

  async findOldestAdmin(scope: TransactionScope): Promise<User | undefined> {
    return this.row<User>(
      scope,
      'select * from users where is_admin and suspended_at is null order by id limit 1',
      [],
    );
  }
}
