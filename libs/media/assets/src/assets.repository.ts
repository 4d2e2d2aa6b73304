import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { Asset, type AssetPurpose } from './asset.entity.js';

/** Who stored a file: a user, or the source of a caller without a token. */
export type StoredOwner = Pick<Asset, 'userId' | 'source'>;

/** Most bytes that may be stored; null for no limit. */
export type StoredLimits = { perUser: number | null; perSource: number | null; anonymous: number | null };

/** A task that has ended, the outputs that it owns, and how long its inputs are kept. */
export type EndedTask = { taskId: string; outputIds: readonly string[]; inputsUntil: Date };

/** All columns of an `Asset` except its content, and whether it has any; earlier versions stored small files there. */
const FIELDS = `id, user_id, source, task_id, purpose, extension, content_type, storage_key, bytes::float8 as bytes,
  content is not null as is_in_row, encode(sha256, 'hex') as sha256, has_credentials, source_type, expires_at, created_at`;

/** `$1` user, `$2` source, `$3` additional bytes, `$4` to `$6` the limits. */
const HAS_ROOM = `
  case when $1::uuid is not null then $4::bigint is null or (
    select coalesce(sum(bytes), 0) + $3::bigint <= $4 from assets where user_id = $1 and purpose <> 'output')
  when $2::text is not null and ($5::bigint is not null or $6::bigint is not null) then (
    select ($5::bigint is null or coalesce(sum(bytes) filter (where source = $2), 0) + $3 <= $5)
       and ($6::bigint is null or coalesce(sum(bytes), 0) + $3 <= $6)
      from assets where source is not null)
  else true end`;

export type PurposeFigures = { purpose: AssetPurpose; files: number; bytes: number; bytesInRow: number };

@Injectable()
export class AssetsRepository extends Repository {
  async insertMany(scope: StatementScope, assets: readonly Asset[]): Promise<void> {
    await this.rows(scope, 'insert into assets select * from jsonb_populate_recordset(null::assets, $1)', [
      columnsJson(assets.map(columnsOf)),
    ]);
  }

  /** Serializes transactions that add files of the same owners. */
  async lockOwners(scope: TransactionScope, keys: readonly string[]): Promise<void> {
    await this.lockKeys(scope, 'assets', keys);
  }

  /** Whether the owner may store this many more bytes. */
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

  /** How many files there are of each purpose. Reads the whole table. */
  async measure(scope: StatementScope): Promise<PurposeFigures[]> {
    return this.rows<PurposeFigures>(
      scope,
      `select purpose, count(*)::float8 as files, sum(bytes)::float8 as bytes,
         coalesce(sum(bytes) filter (where content is not null), 0)::float8 as bytes_in_row
       from assets where bytes is not null group by purpose`,
    );
  }

  async find(scope: StatementScope, id: string): Promise<Asset | undefined> {
    return this.row<Asset>(scope, `select ${FIELDS} from assets where id = $1`, [id]);
  }

  async listInRows(scope: StatementScope, limit: number): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `select ${FIELDS} from assets where content is not null and bytes is not null limit $1`,
      [limit],
    );
  }

  async contentOf(scope: StatementScope, id: string): Promise<Buffer | undefined> {
    const row = await this.row<{ content: Buffer | null }>(
      scope,
      'select content from assets where id = $1',
      [id],
    );
    return row?.content ?? undefined;
  }

  /** Empties the row of a file that has been copied to the storage. @returns false when the file is being removed. */
  async removeContent(scope: StatementScope, id: string): Promise<boolean> {
    return this.hasRow(
      scope,
      'update assets set content = null where id = $1 and bytes is not null returning 1',
      [id],
    );
  }

  async listOfTasks(scope: StatementScope, taskIds: readonly string[]): Promise<Asset[]> {
    return this.rows<Asset>(scope, `select ${FIELDS} from assets where task_id = any($1) order by id`, [
      taskIds,
    ]);
  }

  async listByIds(scope: StatementScope, ids: readonly string[]): Promise<Asset[]> {
    return this.rows<Asset>(scope, `select ${FIELDS} from assets where id = any($1)`, [ids]);
  }

  async delete(scope: StatementScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'delete from assets where id = any($1)', [ids]);
  }

  /** Locks the row of an upload that has not arrived. @returns false when it has arrived or is being removed. */
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

  /** Keeps the inputs of tasks until `keepOutputs`. */
  async keepInputs(scope: TransactionScope, taskIds: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      `update assets set expires_at = null where task_id = any($1) and purpose = 'input'`,
      [taskIds],
    );
  }

  /** Keeps the outputs of ended tasks, and sets when their inputs expire. */
  async keepOutputs(scope: TransactionScope, ended: readonly EndedTask[]): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `with ended as (
         select * from unnest($1::uuid[], $2::timestamptz[]) as e(task_id, inputs_until)
       ), kept as (
         update assets a set expires_at = case when a.purpose = 'input' then e.inputs_until end
           from ended e where a.task_id = e.task_id and (a.purpose = 'input' or a.id = any($3))
         returning a.*
       )
       select ${FIELDS} from kept`,
      [
        ended.map(({ taskId }) => taskId),
        ended.map(({ inputsUntil }) => inputsUntil),
        ended.flatMap(({ outputIds }) => outputIds),
      ],
    );
  }

  /** Hides files that are about to be removed; `hideExpired` finds them until their rows are deleted. */
  async hide(scope: StatementScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'update assets set bytes = null, expires_at = $2 where id = any($1)', [
      ids,
      this.clock.now(),
    ]);
  }

  /** Like `hide`, for every file of a task. */
  async hideOfTask(scope: TransactionScope, taskId: string): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set bytes = null, expires_at = $2 where task_id = $1 returning ${FIELDS}`,
      [taskId, this.clock.now()],
    );
  }

  /** Hides every file of expired tasks. Rows of outputs remain until then, so that their links can say what happened. */
  async expireOfTasks(
    scope: TransactionScope,
    taskIds: readonly string[],
    outputsUntil: Date,
  ): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set bytes = null, content = null,
          expires_at = case when purpose = 'output' then $2::timestamptz else $3::timestamptz end
        where task_id = any($1) and bytes is not null returning ${FIELDS}`,
      [taskIds, outputsUntil, this.clock.now()],
    );
  }

  /** Keeps the rows of removed outputs until then. */
  async keepGone(scope: StatementScope, ids: readonly string[], goneUntil: Date): Promise<void> {
    await this.rows(scope, `update assets set expires_at = $2 where id = any($1) and purpose = 'output'`, [
      ids,
      goneUntil,
    ]);
  }

  /** Hides expired files, the oldest first, skipping those that another transaction is hiding or receiving. */
  async hideExpired(scope: StatementScope, limit: number): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set bytes = null where id in (
         select id from assets where expires_at < $2
          order by expires_at limit $1 for update skip locked
       ) returning ${FIELDS}`,
      [limit, this.clock.now()],
    );
  }
}

function columnsOf(asset: Asset): object {
  return { ...asset, sha256: asset.sha256 === null ? null : hexOf(asset.sha256) };
}

/** PostgreSQL's notation for bytes in JSON. */
function hexOf(digits: string): string {
  return `\\x${digits}`;
}

function roomParameters(
  { userId, source }: StoredOwner,
  bytes: number,
  { perUser, perSource, anonymous }: StoredLimits,
): unknown[] {
  return [userId, source, bytes, perUser, perSource, anonymous];
}
