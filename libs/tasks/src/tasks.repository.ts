import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  propertiesOf,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { Task, TaskEvent, TaskOutput } from './task.entity.js';
import type { OutputFile } from './task-kinds.js';
import { statusesBefore, type TaskStatus } from './task-status.js';

/** What a status change writes besides the status. */
export type TaskChange = {
  outputs?: readonly TaskOutput[];
  details?: Record<string, unknown>;
  errorCode?: string;
  errorMessage?: string;
  /** Only while this is the task's run: one that was taken over by another changes nothing any more. */
  ofRun?: number;
};

/** A task together with the files that its outputs name, and the length of both as text. */
export type TaskContent = { task: Task; files: readonly OutputFile[]; chars: number };

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
             'id', a.id, 'extension', a.extension, 'contentType', a.content_type, 'bytes', a.bytes)), '[]')
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
      `select * from tasks
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
      [id, [...statusesBefore('processing'), 'processing']],
    );
    if (!row) return undefined;
    const { before, ...task } = row;
    return { task, isNewStatus: before !== 'processing' };
  }

  /**
   * Gives the task a status if its present one allows that.
   * @returns The changed task, or undefined when the status may not be reached (any more).
   */
  async changeStatus(
    scope: TransactionScope,
    id: string,
    to: TaskStatus,
    change: TaskChange,
  ): Promise<Task | undefined> {
    const isEnd = to === 'succeeded' || to === 'failed' || to === 'canceled';
    return this.row<Task>(
      scope,
      `update tasks set
         status = $2,
         outputs = coalesce($4::jsonb, outputs),
         details = coalesce($5::jsonb, details),
         error_code = coalesce($6, error_code),
         error_message = coalesce($7, error_message),
         progress = case when $2 = 'succeeded' then 100 else progress end,
         started_at = case when $2 = 'processing' then now() else started_at end,
         finished_at = case when $8 then now() else finished_at end
       where id = $1 and status = any($3) and deleted_at is null and ($9::int is null or run = $9)
       returning *`,
      [
        id,
        to,
        statusesBefore(to),
        change.outputs ? JSON.stringify(change.outputs) : null,
        change.details ? JSON.stringify(change.details) : null,
        change.errorCode ?? null,
        change.errorMessage ?? null,
        isEnd,
        change.ofRun ?? null,
      ],
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

  /** Hides the task and empties what its caller sent; returns whether it was there. */
  async markDeleted(scope: TransactionScope, id: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `update tasks set deleted_at = now(), request = '{}', details = '{}', outputs = '[]', callback_url = null
        where id = $1 and deleted_at is null returning id`,
      [id],
    );
  }
}

type TimesAsText = { createdAt: string; startedAt: string | null; finishedAt: string | null };

function contentOf(text: string): TaskContent {
  const { task: row, files } = JSON.parse(text) as { task: Record<string, unknown>; files: OutputFile[] };
  const task = propertiesOf<Omit<Task, keyof TimesAsText> & TimesAsText>(row);
  const times = {
    createdAt: new Date(task.createdAt),
    startedAt: task.startedAt === null ? null : new Date(task.startedAt),
    finishedAt: task.finishedAt === null ? null : new Date(task.finishedAt),
  };
  return { task: { ...task, ...times }, files, chars: text.length };
}
