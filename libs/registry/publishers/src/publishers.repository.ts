import { Injectable } from '@nestjs/common';
import {
  Conditions,
  containing,
  PLANNED_FOR_VALUES,
  insertInto,
  isForeignKeyViolation,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { COUNTED_ROWS_MAX, listPage, type ListPage, type ListPlace, listTotal } from '#libs/platform/http';
import { type MemberRole, Publisher, type PublisherStatus } from './publisher.entity.js';
import { PublisherHasNodes, PublisherTaken } from './publisher.errors.js';

/** Which publishers to list; `search` is part of an id or a name. */
export type PublisherFilter = {
  search?: string | undefined;
  status?: PublisherStatus | undefined;
  /** Only those without a member who could act. */
  orphaned?: boolean;
  /** Only those that have published nothing for 365 days. */
  stale?: boolean;
};

const STALE_MS = 365 * 24 * 60 * 60 * 1000;

const ORPHANED = `not exists (
  select from publisher_members member join users member_user on member_user.id = member.user_id
   where member.publisher_id = publishers.id and member.accepted_at is not null and member_user.suspended_at is null)`;

@Injectable()
export class PublishersRepository extends Repository {
  /** @throws PublisherTaken when the id is in use. */
  async insert(
    scope: TransactionScope,
    publisher: Pick<Publisher, 'id' | 'name'> & Partial<Publisher>,
  ): Promise<Publisher> {
    const { sql, values } = insertInto('publishers', publisher);
    const added = await this.row<Publisher>(scope, `${sql} on conflict do nothing returning *`, values);
    if (!added) throw new PublisherTaken(`The publisher id ${publisher.id} is taken.`);
    return added;
  }

  async find(scope: StatementScope, id: string): Promise<Publisher | undefined> {
    return this.row<Publisher>(scope, 'select * from publishers where id = $1', [id]);
  }

  async findWithRole(
    scope: StatementScope,
    id: string,
    userId: string | null,
  ): Promise<{ publisher: Publisher; memberRole: MemberRole | undefined } | undefined> {
    const row = await this.row<Publisher & { memberRole: MemberRole | null }>(
      scope,
      `select p.*, m.role as member_role from publishers p
         left join publisher_members m
           on m.publisher_id = p.id and m.user_id = $2 and m.accepted_at is not null
        where p.id = $1`,
      [id, userId],
    );
    if (!row) return undefined;
    const { memberRole, ...publisher } = row;
    return { publisher, memberRole: memberRole ?? undefined };
  }

  /** As `find`, with the row locked until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<Publisher | undefined> {
    return this.row<Publisher>(scope, 'select * from publishers where id = $1 for no key update', [id]);
  }

  /** As `find`; other transactions cannot ban, rename or remove the publisher until this one ends. */
  async findForShare(scope: TransactionScope, id: string): Promise<Publisher | undefined> {
    return this.row<Publisher>(scope, 'select * from publishers where id = $1 for share', [id]);
  }

  /** Locks publishers as `findForShare` does, in the order of their ids. */
  async holdMany(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'select from publishers where id = any($1) order by id for share', [ids]);
  }

  /** Adds the publishers that do not exist yet, without members. @returns the ids of the new ones. */
  async addMissing(scope: TransactionScope, names: ReadonlyMap<string, string>): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `insert into publishers (id, name) select * from unnest($1::text[], $2::text[]) as p(id, name)
        order by id on conflict do nothing returning id`,
      [[...names.keys()], [...names.values()]],
    );
    return rows.map(({ id }) => id);
  }

  /** @param at When versions of the publishers were published; a later time that is known stays. */
  async notePublish(scope: TransactionScope, ids: readonly string[], at: Date): Promise<void> {
    await this.rows(
      scope,
      `insert into last_publishes as known (publisher_id, published_at)
       select distinct id, $2::timestamptz from unnest($1::text[]) as given(id) order by id
       on conflict (publisher_id) do update set published_at = excluded.published_at
        where known.published_at < excluded.published_at`,
      [ids, at],
    );
  }

  async findMany(scope: StatementScope, ids: readonly string[]): Promise<Publisher[]> {
    return this.rows<Publisher>(scope, 'select * from publishers where id = any($1)', [ids]);
  }

  async list(
    scope: StatementScope,
    { search, status, orphaned = false, stale = false }: PublisherFilter,
    place: ListPlace,
  ): Promise<ListPage<Publisher>> {
    const conditions = new Conditions();
    if (search !== undefined) {
      const pattern = conditions.given(containing(search));
      conditions.add(`(id ilike ${pattern} or name ilike ${pattern})`);
    }
    if (status !== undefined) conditions.add(`status = ${conditions.given(status)}`);
    if (orphaned) conditions.add(ORPHANED);
    if (stale)
      conditions.add(
        `coalesce((select published_at from last_publishes where publisher_id = publishers.id), created_at)
          < ${conditions.given(this.clock.in(-STALE_MS))}`,
      );
    const counted =
      place.counted ?? listTotal(await this.countUpTo(scope, COUNTED_ROWS_MAX, 'publishers', conditions));
    if (place.after) conditions.add(`id > ${conditions.given(place.after[0])}`);
    const found = await this.rows<Publisher>(
      scope,
      `${PLANNED_FOR_VALUES}select * from publishers where ${conditions.text}
        order by id offset ${conditions.given(place.offset)} limit ${conditions.given(place.limit + 1)}`,
      conditions.parameters,
    );
    return listPage(place, found, ({ id }) => [id], counted);
  }

  async update(scope: TransactionScope, id: string, change: Partial<Publisher>): Promise<void> {
    await this.manager(scope).update(Publisher, { id }, { ...change, updatedAt: this.clock.now() });
  }

  /** @throws PublisherHasNodes when nodes point at it, deleted ones too: their ids stay reserved. */
  async delete(scope: TransactionScope, id: string): Promise<void> {
    try {
      await this.manager(scope).delete(Publisher, { id });
    } catch (error) {
      throw isForeignKeyViolation(error) ? new PublisherHasNodes() : error;
    }
  }
}
