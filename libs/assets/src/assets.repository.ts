import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { Asset } from './asset.entity.js';

/** Who has stored something: a user, or the source of those without a token. */
export type StoredOwner = Pick<Asset, 'userId' | 'source'>;

/** Most bytes that may be stored; null for no limit. */
export type StoredLimits = { perUser: number | null; perSource: number | null; anonymous: number | null };

const NO_LIMITS: StoredLimits = { perUser: null, perSource: null, anonymous: null };

/** `$1` user, `$2` source, `$3` more bytes, `$4` to `$6` the limits. */
const HAS_ROOM = `
  case when $1::uuid is not null then $4::bigint is null or (
    select coalesce(sum(bytes), 0) + $3::bigint <= $4 from assets where user_id = $1 and purpose <> 'output')
  when $2::text is not null and ($5::bigint is not null or $6::bigint is not null) then (
    select ($5::bigint is null or coalesce(sum(bytes) filter (where source = $2), 0) + $3 <= $5)
       and ($6::bigint is null or coalesce(sum(bytes), 0) + $3 <= $6)
      from assets where source is not null)
  else true end`;

/** Every query of the table `assets`. */
@Injectable()
export class AssetsRepository extends Repository {
  /** Adds a file unless its owner would have more stored than allowed then. @returns whether it was added. */
  async insert(scope: StatementScope, asset: Asset, limits: StoredLimits = NO_LIMITS): Promise<boolean> {
    return this.hasRow(
      scope,
      `insert into assets select * from jsonb_populate_record(null::assets, $7) where ${HAS_ROOM} returning 1`,
      [...roomParameters(asset, asset.bytes ?? 0, limits), columnsJson(asset)],
    );
  }

  /** Whether the owner may store so many bytes more. */
  async hasRoom(
    scope: StatementScope,
    owner: StoredOwner,
    bytes: number,
    limits: StoredLimits,
  ): Promise<boolean> {
    const row = await this.row<{ hasRoom: boolean }>(
      scope,
      `select ${HAS_ROOM} as has_room`,
      roomParameters(owner, bytes, limits),
    );
    return row?.hasRoom ?? false;
  }

  async find(scope: StatementScope, id: string): Promise<Asset | undefined> {
    return this.row<Asset>(scope, `select *, bytes::float8 as bytes from assets where id = $1`, [id]);
  }

  async listOfTasks(scope: StatementScope, taskIds: readonly string[]): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `select *, bytes::float8 as bytes from assets where task_id = any($1) order by id`,
      [taskIds],
    );
  }

  async delete(scope: StatementScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'delete from assets where id = any($1)', [ids]);
  }

  /** Locks the row of an upload that has not arrived. @returns false when it has, or is being removed. */
  async lockAwaited(scope: TransactionScope, id: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `select 1 from assets where id = $1 and bytes is null and expires_at > $2 for update`,
      [id, this.clock.now()],
    );
  }

  async setArrived(
    scope: TransactionScope,
    id: string,
    arrived: Pick<Asset, 'bytes' | 'contentType' | 'storageKey'>,
  ): Promise<void> {
    await this.manager(scope).update(Asset, { id }, arrived);
  }

  async setExpiryOfInputs(scope: TransactionScope, taskId: string, expiresAt: Date | null): Promise<void> {
    await this.rows(scope, `update assets set expires_at = $2 where task_id = $1 and purpose = 'input'`, [
      taskId,
      expiresAt,
    ]);
  }

  /** Keeps files of a task, and sets when its inputs expire. */
  async keepOutputs(
    scope: TransactionScope,
    taskId: string,
    ids: readonly string[],
    inputsUntil: Date,
  ): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set expires_at = case when id = any($2) then null else $3::timestamptz end
        where id = any($2) or (task_id = $1 and purpose = 'input')
       returning *, bytes::float8 as bytes`,
      [taskId, ids, inputsUntil],
    );
  }

  /** Hides files that are about to be removed; `hideExpired` finds them until their rows are deleted. */
  async hide(scope: StatementScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'update assets set bytes = null, expires_at = $2 where id = any($1)', [
      ids,
      this.clock.now(),
    ]);
  }

  /** As `hide`, for every file of a task. */
  async hideOfTask(scope: TransactionScope, taskId: string): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      'update assets set bytes = null, expires_at = $2 where task_id = $1 returning *',
      [taskId, this.clock.now()],
    );
  }

  /** Hides files whose time has come, the oldest first; those that another transaction is hiding or receiving wait. */
  async hideExpired(scope: StatementScope, limit: number): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set bytes = null where id in (
         select id from assets where expires_at < $2
          order by expires_at limit $1 for update skip locked
       ) returning *`,
      [limit, this.clock.now()],
    );
  }
}

function roomParameters(
  { userId, source }: StoredOwner,
  bytes: number,
  { perUser, perSource, anonymous }: StoredLimits,
): unknown[] {
  return [userId, source, bytes, perUser, perSource, anonymous];
}
