import { Injectable } from '@nestjs/common';
import {
  containing,
  insertInto,
  isForeignKeyViolation,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { Publisher, type PublisherStatus } from './publisher.entity.js';
import { PublisherHasNodes, PublisherTaken } from './publisher.errors.js';

/** Which publishers to list; `search` is part of an id or a name. */
export type PublisherFilter = { search?: string | undefined; status?: PublisherStatus | undefined };

/** Every query of the table `publishers`. */
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

  /** As `find`, and keeps others from changing the row until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<Publisher | undefined> {
    return this.row<Publisher>(scope, 'select * from publishers where id = $1 for no key update', [id]);
  }

  /** As `find`, and keeps others from banning, renaming or removing it until the transaction ends. */
  async findForShare(scope: TransactionScope, id: string): Promise<Publisher | undefined> {
    return this.row<Publisher>(scope, 'select * from publishers where id = $1 for share', [id]);
  }

  /** Locks publishers as `findForShare` does, in the order of their ids. */
  async holdMany(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'select from publishers where id = any($1) order by id for share', [ids]);
  }

  /** Adds publishers without members, but for those that there are. @returns the ids of the new ones. */
  async addMissing(scope: TransactionScope, names: ReadonlyMap<string, string>): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `insert into publishers (id, name) select * from unnest($1::text[], $2::text[]) as p(id, name)
        order by id on conflict do nothing returning id`,
      [[...names.keys()], [...names.values()]],
    );
    return rows.map(({ id }) => id);
  }

  async findMany(scope: StatementScope, ids: readonly string[]): Promise<Publisher[]> {
    return this.rows<Publisher>(scope, 'select * from publishers where id = any($1)', [ids]);
  }

  async list(
    scope: StatementScope,
    { search, status }: PublisherFilter,
    offset: number,
    limit: number,
  ): Promise<{ publishers: Publisher[]; total: number }> {
    const where = `($1::text is null or id ilike $1 or name ilike $1) and ($2::text is null or status = $2)`;
    const conditions = [containing(search), status ?? null];
    const publishers = await this.rows<Publisher>(
      scope,
      `select * from publishers where ${where} order by id offset $3 limit $4`,
      [...conditions, offset, limit],
    );
    const count = await this.row<{ total: number }>(
      scope,
      `select count(*)::int as total from publishers where ${where}`,
      conditions,
    );
    return { publishers, total: count?.total ?? 0 };
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
