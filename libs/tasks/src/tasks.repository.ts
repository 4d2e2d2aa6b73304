import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { Task, TaskEvent, TaskOutput } from './task.entity.js';
import { contentOf, type TaskContent } from './task-content.js';
import { isTerminal, statusesBefore, TASK_STATUSES, type TaskStatus } from './task-status.js';

/** The statuses of a task that has no result, or none yet. */
export type StatusWithoutResult = 'failed' | 'canceled' | 'uncertain';

/** What the end of a task without a result writes besides the status. */
export type TaskChange = {
  errorCode: string;
  errorMessage: string;
  /** Only while this is the task's run: one that was taken over by another changes nothing any more. */
  ofRun?: number;
  /** Only from this status; default any but `uncertain`. */
  from?: TaskStatus;
};

/** A task whose work is done, as its run knows it. */
export type SuccessfulEnd = {
  /** Begun, or not begun yet: then its beginning is stored with its end. */
  task: Task;
  outputs: readonly TaskOutput[];
  details?: Record<string, unknown> | undefined;
  /** How long ago its work began. */
  tookMs: number;
  /** What it really cost, where that is known; more than its price counts as its price. */
  credits?: number | undefined;
};

/** A task that was ended, and the events of that, in their order. */
export type EndedTask = { task: Task; events: TaskEvent[] };

/** What a follower of a task knows; an empty status is none, and null that of a task that is not there any more. */
export type KnownTask = { id: string; status: TaskStatus | '' | null; progress: number };

/** The state of a task, for its followers. */
export type TaskNews = {
  id: string;
  /** Null when the task is not there any more. */
  status: TaskStatus | null;
  progress: number;
  /** All so far, oldest first; times as PostgreSQL writes them in JSON. */
  events: readonly { seq: number; status: TaskStatus; createdAt: string }[];
};

/** Which of a user's tasks to list. */
export type TaskFilter = {
  userId: string;
  kind?: string | undefined;
  status?: TaskStatus | undefined;
  createdAfter?: Date | undefined;
  /** Only tasks older than this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** Every query of the tables `tasks` and `task_events`. */
@Injectable()
export class TasksRepository extends Repository {
  /**
   * Adds tasks, each with the events of its first statuses; nothing can wait for news of them yet.
   * @param tasks As `created` or `queued`.
   * @returns The events, those of a task in their order.
   */
  async insertMany(scope: TransactionScope, tasks: readonly Task[]): Promise<TaskEvent[]> {
    return this.rows<TaskEvent>(
      scope,
      `with task as (
         insert into tasks select * from jsonb_populate_recordset(null::tasks, $1) returning id, status
       )
       insert into task_events (task_id, seq, status)
       select id, seq, first.status from task
       join (values (0, 'created'), (1, 'queued')) as first(seq, status) on seq = 0 or task.status = 'queued'
       order by id, seq returning *`,
      [columnsJson(tasks)],
    );
  }

  async find(scope: StatementScope, id: string): Promise<Task | undefined> {
    return this.row<Task>(scope, 'select * from tasks where id = $1 and deleted_at is null', [id]);
  }

  async findEvenDeleted(scope: StatementScope, id: string): Promise<Task | undefined> {
    return this.row<Task>(scope, 'select * from tasks where id = $1', [id]);
  }

  /**
   * Those of the tasks that are there, in any order, each with its version and, unless that is the known one, its content.
   *
   * A version tells by `xmin` whether a row was written since. A crash of the database may undo what was not on the disk yet and
   * use its number again: only `setProgress` commits like that, so what may change with it and after it is in the version, too.
   */
  async listUnlessKnown(
    scope: StatementScope,
    known: readonly { id: string; version: string | null }[],
  ): Promise<{ id: string; version: string; content: TaskContent | undefined }[]> {
    const rows = await this.rows<{ id: string; version: string; content: string | null }>(
      scope,
      `select t.id, v.version, case when v.version is distinct from k.version then
         json_build_object('task', t, 'files', (
           select coalesce(json_agg(json_build_object(
             'id', a.id, 'extension', a.extension, 'contentType', a.content_type, 'bytes', a.bytes,
             'sha256', encode(a.sha256, 'hex'), 'hasCredentials', a.has_credentials, 'sourceType', a.source_type)), '[]')
           from assets a where a.task_id = t.id and t.outputs <> '[]'))::text end as content
       from unnest($1::uuid[], $2::text[]) as k(id, version)
       join tasks t on t.id = k.id and t.deleted_at is null
       cross join lateral (
         select concat_ws(' ', t.xmin, t.status, t.progress, t.run, string_agg(a.xmin::text, ' ' order by a.id)) as version
         from assets a where a.task_id = t.id and t.outputs <> '[]'
       ) v`,
      [known.map(({ id }) => id), known.map(({ version }) => version)],
    );
    return rows.map(({ content, ...row }) => ({
      ...row,
      content: content === null ? undefined : contentOf(content),
    }));
  }

  async setProvider(
    scope: TransactionScope,
    { id, provider }: Pick<Task, 'id' | 'provider'>,
    to: string,
  ): Promise<void> {
    await this.rows(scope, 'update tasks set provider = $3 where id = $1 and provider = $2', [
      id,
      provider,
      to,
    ]);
  }

  /** How many tasks of the caller have not begun, counted up to `most`. */
  async countWaiting(
    scope: StatementScope,
    { userId, source }: Pick<Task, 'userId' | 'source'>,
    most: number,
  ): Promise<number> {
    const row = await this.row<{ count: number }>(
      scope,
      `select count(*)::int as count from (
         select 1 from tasks where status in ('created', 'queued') and deleted_at is null
           and user_id ${userId === null ? 'is null and source' : ''} = $1 limit $2) waiting`,
      [userId ?? source, most],
    );
    return row?.count ?? 0;
  }

  /** The user's tasks, newest first. */
  async list(scope: StatementScope, filter: TaskFilter): Promise<Task[]> {
    return this.rows<Task>(
      scope,
      `${PLANNED_FOR_VALUES}select * from tasks
        where user_id = $1 and deleted_at is null
          and ($2::text is null or kind = $2)
          and ($3::text is null or status = $3)
          and ($4::timestamptz is null or created_at > $4)
          and ($5::uuid is null or id < $5)
        order by id desc limit $6`,
      [
        filter.userId,
        filter.kind ?? null,
        filter.status ?? null,
        filter.createdAfter ?? null,
        filter.beforeId ?? null,
        filter.limit,
      ],
    );
  }

  /** The uncertain tasks of all users, newest first. */
  async listUncertain(
    scope: StatementScope,
    { beforeId, limit }: { beforeId: string | undefined; limit: number },
  ): Promise<Task[]> {
    return this.rows<Task>(
      scope,
      `select * from tasks
        where status = 'uncertain' and deleted_at is null and ($1::uuid is null or id < $1)
        order by id desc limit $2`,
      [beforeId ?? null, limit],
    );
  }

  /**
   * Begins the next run of a task that has not ended; runs before it can change nothing from then on.
   * @returns The task, and whether this changed its status; undefined when it has ended.
   */
  async beginRun(
    scope: TransactionScope,
    id: string,
  ): Promise<{ task: Task; isNewStatus: boolean } | undefined> {
    const row = await this.row<Task & { before: TaskStatus }>(
      scope,
      `update tasks t set status = 'processing', run = coalesce(t.run, 0) + 1,
         started_at = coalesce(t.started_at, now())
       from (select id, status as before from tasks where id = $1 for update) o
       where t.id = o.id and o.before = any($2) and t.deleted_at is null
       returning t.*, o.before`,
      [id, ['created', 'queued', 'processing'] satisfies TaskStatus[]],
    );
    if (!row) return undefined;
    const { before, ...task } = row;
    return { task, isNewStatus: before !== 'processing' };
  }

  /**
   * Ends the task before its work is done, or makes it uncertain, if its present status allows that.
   * @returns The changed task, or undefined when the status may not be reached (any more).
   */
  async changeStatus(
    scope: TransactionScope,
    id: string,
    to: StatusWithoutResult,
    change: TaskChange,
  ): Promise<Task | undefined> {
    return this.row<Task>(
      scope,
      `update tasks set
         status = $2,
         error_code = $4,
         error_message = $5,
         finished_at = case when $2 <> 'uncertain' then now() end,
         expires_at = case when $2 <> 'uncertain' then now() + retention_hours * interval '1 hour' end
       where id = $1 and status = any($3) and deleted_at is null and ($6::int is null or run = $6)
       returning *`,
      [
        id,
        to,
        change.from ? [change.from] : statusesBefore(to).filter((from) => from !== 'uncertain'),
        change.errorCode,
        change.errorMessage,
        change.ofRun ?? null,
      ],
    );
  }

  /**
   * Has an uncertain task be in work again.
   * @returns The changed task, or undefined when it is not uncertain.
   */
  async resume(scope: TransactionScope, id: string): Promise<Task | undefined> {
    return this.row<Task>(
      scope,
      `update tasks set status = 'processing', error_code = null, error_message = null
        where id = $1 and status = 'uncertain' and deleted_at is null returning *`,
      [id],
    );
  }

  /**
   * Ends tasks whose work is done, with their events, and those of their beginning where that is not stored yet.
   * @returns Those that are as their run knew them: neither ended, nor begun by another run.
   */
  async succeed(scope: TransactionScope, ends: readonly SuccessfulEnd[]): Promise<EndedTask[]> {
    const rows = await this.rows<Task & { eventSeq: number; eventStatus: TaskStatus; eventAt: Date }>(
      scope,
      `with given as (
         select * from unnest($1::uuid[], $2::text[], $3::int[], $4::jsonb[], $5::jsonb[], $6::float8[], $7::int[])
           as g(id, before, run, outputs, details, took_ms, credits)
       ), ended as (
         update tasks t set status = 'succeeded', outputs = g.outputs, details = coalesce(g.details, t.details),
           credits = least(t.credits, g.credits), progress = 100, run = coalesce(t.run, 1), finished_at = now(),
           expires_at = now() + t.retention_hours * interval '1 hour',
           started_at = coalesce(t.started_at, greatest(t.created_at, now() - g.took_ms * interval '1 ms'))
         from given g
         where t.id = g.id and t.status = g.before and t.run is not distinct from g.run and t.deleted_at is null
         returning t.*, g.before
       ), first as (
         -- What adds an event changes the status as well: none has come between this snapshot and the change.
         select id, (select max(seq) + 1 from task_events e where e.task_id = ended.id) as seq from ended
       ), noted as (
         insert into task_events (task_id, seq, status, created_at)
         select id, first.seq, 'processing', started_at from ended join first using (id) where before <> 'processing'
         union all
         select id, first.seq + (before <> 'processing')::int, 'succeeded', finished_at
         from ended join first using (id)
         returning task_id, seq, status, created_at
       )
       select ended.*, n.seq as event_seq, n.status as event_status, n.created_at as event_at
       from ended join noted n on n.task_id = ended.id order by n.seq`,
      [
        ends.map(({ task }) => task.id),
        ends.map(({ task }) => task.status),
        ends.map(({ task }) => task.run),
        ends.map(({ outputs }) => JSON.stringify(outputs)),
        ends.map(({ details }) => (details ? JSON.stringify(details) : null)),
        ends.map(({ tookMs }) => tookMs),
        ends.map(({ credits }) => credits ?? null),
      ],
    );
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofTask) => {
      const events = ofTask.map(({ id, eventSeq, eventStatus, eventAt }) => ({
        ...{ taskId: id, seq: eventSeq, status: eventStatus, createdAt: eventAt },
      }));
      return ofTask[0] ? [{ task: ofTask[0], events }] : [];
    });
  }

  /** Those of the tasks that have ended, or are not there any more: then without status and cost. */
  async listEndedOf(
    scope: StatementScope,
    ids: readonly string[],
  ): Promise<{ taskId: string; status: TaskStatus | null; provider: string | null; credits: number }[]> {
    return this.rows(
      scope,
      `select k.id as task_id, t.status, t.provider, coalesce(t.credits, 0) as credits
       from unnest($1::uuid[]) as k(id) left join tasks t on t.id = k.id where t.id is null or t.status = any($2)`,
      [ids, TASK_STATUSES.filter(isTerminal)],
    );
  }

  /** Appends the next event. The row of the task is locked by the change before it, so numbers have no gaps. */
  async appendEvent(scope: TransactionScope, task: Task): Promise<TaskEvent> {
    const event = await this.row<TaskEvent>(
      scope,
      `insert into task_events (task_id, seq, status)
       select $1, coalesce(max(seq) + 1, 0), $2 from task_events where task_id = $1 returning *`,
      [task.id, task.status],
    );
    if (!event) throw new Error('The event was not inserted');
    return event;
  }

  /** Those that are not as known any more, of any number of tasks in one statement. */
  async listNews(scope: StatementScope, known: readonly KnownTask[]): Promise<TaskNews[]> {
    return this.rows<TaskNews>(
      scope,
      `select k.id, t.status, coalesce(t.progress, 0) as progress,
              (select coalesce(json_agg(json_build_object(
                 'seq', e.seq, 'status', e.status, 'createdAt', e.created_at) order by e.seq), '[]')
                 from task_events e where e.task_id = t.id) as events
         from unnest($1::uuid[], $2::text[], $3::smallint[]) as k(id, status, progress)
         left join tasks t on t.id = k.id and t.deleted_at is null
        where t.status is distinct from k.status or t.progress <> k.progress`,
      [known.map(({ id }) => id), known.map(({ status }) => status), known.map(({ progress }) => progress)],
    );
  }

  async listEvents(scope: StatementScope, taskId: string, afterSeq: number): Promise<TaskEvent[]> {
    return this.rows<TaskEvent>(
      scope,
      'select * from task_events where task_id = $1 and seq > $2 order by seq',
      [taskId, afterSeq],
    );
  }

  /** Raises the progress of a run and notifies `channel`. A lost value does no harm, so the commit does not wait for the disk. */
  async setProgress(
    scope: StatementScope,
    { id, run }: Pick<Task, 'id' | 'run'>,
    progress: number,
    channel: string,
  ): Promise<void> {
    await this.rows(
      scope,
      `with changed as (
         update tasks set progress = $2
          where id = $1::uuid and status = 'processing' and run = $4 and progress < $2 returning 1
       )
       select set_config('synchronous_commit', 'off', true), pg_notify($3, $1::text) from changed`,
      [id, progress, channel, run],
    );
  }

  /** Hides the task, unless it is uncertain, and empties what its caller sent; returns whether it did. */
  async markDeleted(scope: TransactionScope, id: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `update tasks set deleted_at = now(), request = '{}', details = '{}', outputs = '[]', callback_url = null
        where id = $1 and deleted_at is null and status <> 'uncertain' returning id`,
      [id],
    );
  }
}
