import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { Asset, type AssetPurpose } from './asset.entity.js';

/** Who has stored something: a user, or the source of those without a token. */
export type StoredOwner = Pick<Asset, 'userId' | 'source'>;

/** Most bytes that may be stored; null for no limit. */
export type StoredLimits = { perUser: number | null; perSource: number | null; anonymous: number | null };

/** A small file, and its bytes. */
export type SmallFile = { asset: Asset; content: Uint8Array };

/** A small file that was added. */
export type AddedFile = {
  taskId: string;
  userId: string | null;
  /** Bytes that its user had stored; null where nobody asked, for want of a limit. */
  storedBefore: number | null;
};

/** A task that has ended, the outputs that it owns, and how long its inputs are kept. */
export type EndedTask = { taskId: string; outputIds: readonly string[]; inputsUntil: Date };

/** Of an `Asset`: all but its content, and whether it has one. */
const FIELDS = `id, user_id, source, task_id, purpose, extension, content_type, storage_key, bytes::float8 as bytes,
  content is not null as is_in_row, encode(sha256, 'hex') as sha256, has_credentials, source_type, expires_at, created_at`;

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

/** `$1` the rows, `$2` to `$4` the limits. Each sum is made once, however many files an owner adds. */
const INSERT_SMALL_SQL = `
  with given as materialized (
    select * from jsonb_populate_recordset(null::assets, $1)
  ), wanted as (
    select task_id, user_id, source,
      sum(bytes) over (partition by user_id, source order by task_id) as of_owner,
      sum(bytes) over (partition by user_id is null order by task_id) as of_all
    from given
  ), of_users as (
    select user_id, (
      select coalesce(sum(a.bytes), 0) from assets a where a.user_id = owner.user_id and a.purpose <> 'output'
    ) as stored from (select distinct user_id from given where user_id is not null and $2::bigint is not null) owner
  ), of_sources as (
    select source, (
      select coalesce(sum(a.bytes), 0) from assets a where a.source = owner.source
    ) as stored from (select distinct source from given where source is not null and $3::bigint is not null) owner
  ), of_all as (
    select coalesce(sum(bytes), 0) as stored from assets
    where source is not null and $4::bigint is not null and exists (select from given g where g.source is not null)
  )
  insert into assets select * from given where task_id in (
    select w.task_id from wanted w left join of_users u using (user_id) left join of_sources s using (source), of_all
    where case when w.user_id is not null then $2 is null or u.stored + w.of_owner <= $2
      else ($3 is null or s.stored + w.of_owner <= $3) and ($4 is null or of_all.stored + w.of_all <= $4) end
  ) returning task_id, user_id, (
    select u.stored from of_users u where u.user_id = assets.user_id
  )::float8 as stored_before`;

/** The files of one purpose. */
export type PurposeFigures = { purpose: AssetPurpose; files: number; bytes: number; bytesInRow: number };

/** Every query of the table `assets`. */
@Injectable()
export class AssetsRepository extends Repository {
  /** Adds a file unless its owner would have more stored than allowed then. @returns whether it was added. */
  async insert(scope: StatementScope, asset: Asset, limits: StoredLimits = NO_LIMITS): Promise<boolean> {
    return this.hasRow(
      scope,
      `insert into assets select * from jsonb_populate_record(null::assets, $7) where ${HAS_ROOM} returning 1`,
      [...roomParameters(asset, asset.bytes ?? 0, limits), columnsJson(columnsOf(asset))],
    );
  }

  /**
   * Adds small files of tasks, oldest task first, but none of a task that would give its owner more than allowed, or came
   * after one that would.
   * @returns Those that were added.
   */
  async insertSmall(
    scope: TransactionScope,
    files: readonly SmallFile[],
    { perUser, perSource, anonymous }: StoredLimits,
  ): Promise<AddedFile[]> {
    return this.rows<AddedFile>(scope, INSERT_SMALL_SQL, [rowsOfSmall(files), perUser, perSource, anonymous]);
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

  /** How many files there are of each purpose; reads the whole table. */
  async measure(scope: StatementScope): Promise<PurposeFigures[]> {
    return this.rows<PurposeFigures>(
      scope,
      `select purpose, count(*)::float8 as files, sum(bytes)::float8 as bytes,
         coalesce(sum(bytes) filter (where content is not null), 0)::float8 as bytes_in_row
       from assets where bytes is not null group by purpose`,
    );
  }

  /** With its content, if that is in the row. */
  async find(scope: StatementScope, id: string): Promise<Asset | undefined> {
    return this.row<Asset>(scope, `select ${FIELDS}, content from assets where id = $1`, [id]);
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

  /** Keeps the inputs of tasks until `keepOutputs`. */
  async keepInputs(scope: TransactionScope, taskIds: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      `update assets set expires_at = null where task_id = any($1) and purpose = 'input'`,
      [taskIds],
    );
  }

  /**
   * Keeps the outputs of tasks that have ended, and sets when their inputs expire.
   * @param small Outputs that are not stored yet.
   */
  async keepOutputs(
    scope: TransactionScope,
    ended: readonly EndedTask[],
    small: readonly SmallFile[],
  ): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `with ended as (
         select * from unnest($1::uuid[], $2::timestamptz[]) as e(task_id, inputs_until)
       ), changed as (
         update assets a set expires_at = case when a.purpose = 'input' then e.inputs_until end
           from ended e where a.task_id = e.task_id and (a.purpose = 'input' or a.id = any($3))
         returning a.*
       ), added as (
         insert into assets select * from jsonb_populate_recordset(null::assets, $4) returning *
       )
       select ${FIELDS} from (select * from changed union all select * from added) kept`,
      [
        ended.map(({ taskId }) => taskId),
        ended.map(({ inputsUntil }) => inputsUntil),
        ended.flatMap(({ outputIds }) => outputIds),
        rowsOfSmall(small),
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

  /** As `hide`, for every file of a task. */
  async hideOfTask(scope: TransactionScope, taskId: string): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `update assets set bytes = null, expires_at = $2 where task_id = $1 returning ${FIELDS}`,
      [taskId, this.clock.now()],
    );
  }

  /**
   * Hides every file of tasks that have expired, and removes the content of small ones. The rows of outputs stay: until
   * `goneUntil`, so that their links can say what became of them, but those with a file in the storage until `filesUntil` only.
   */
  async expireOfTasks(
    scope: TransactionScope,
    taskIds: readonly string[],
    { goneUntil, filesUntil }: { goneUntil: Date; filesUntil: Date },
  ): Promise<Asset[]> {
    return this.rows<Asset>(
      scope,
      `with before as (
         select ${FIELDS} from assets where task_id = any($1) and bytes is not null for update
       ), hidden as (
         update assets set bytes = null, content = null, expires_at = case
             when purpose <> 'output' then $4::timestamptz
             when content is null then $3::timestamptz else $2::timestamptz end
          where id in (select id from before)
       )
       select * from before`,
      [taskIds, goneUntil, filesUntil, this.clock.now()],
    );
  }

  /** Has the rows of outputs stay until then, whose files have been removed. */
  async keepGone(scope: StatementScope, ids: readonly string[], goneUntil: Date): Promise<void> {
    await this.rows(scope, `update assets set expires_at = $2 where id = any($1) and purpose = 'output'`, [
      ids,
      goneUntil,
    ]);
  }

  /** Hides files whose time has come, the oldest first; those that another transaction is hiding or receiving wait. */
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

function rowsOfSmall(files: readonly SmallFile[]): string {
  return columnsJson(
    files.map(({ asset, content }) => ({
      ...columnsOf(asset),
      content: hexOf(Buffer.from(content).toString('hex')),
    })),
  );
}

function columnsOf(asset: Asset): object {
  return { ...asset, sha256: asset.sha256 === null ? null : hexOf(asset.sha256) };
}

/** As PostgreSQL reads bytes in JSON. */
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
