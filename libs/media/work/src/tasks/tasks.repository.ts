import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { Task, TaskEvent } from './task.entity.js';
import { contentOf, type TaskContent } from './task-content.js';
import { isTerminal, TASK_STATUSES, type TaskStatus } from './task-status.js';

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

/** How far back the tasks are that say how long others take. */
const RECENT_TASKS = 1_000;

/** Adds tasks with their events, and reads them; `TaskChangesRepository` changes those that are there. */
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

  /** Has transactions that add tasks of the same callers go one after the other. The order of the locks is the same in all. */
  async lockCallers(scope: TransactionScope, keys: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      `select pg_advisory_xact_lock(hashtextextended('tasks ' || key, 0))
         from (select key from unnest($1::text[]) as given(key) order by key) ordered`,
      [keys],
    );
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

  /** What recent successful tasks of all callers took, and were thought to take; the newest first. */
  async listTakenTimes(
    scope: StatementScope,
  ): Promise<{ kind: string; provider: string; seconds: number; predictedSeconds: number }[]> {
    return this.rows(
      scope,
      `select kind, provider, predicted_seconds, extract(epoch from finished_at - started_at)::float8 as seconds
       from (
         select id, kind, provider, status, predicted_seconds, started_at, finished_at from tasks
         order by id desc limit $1
       ) newest
       where status = 'succeeded' and predicted_seconds > 0 order by id desc`,
      [RECENT_TASKS],
    );
  }

  async listEvents(scope: StatementScope, taskId: string, afterSeq: number): Promise<TaskEvent[]> {
    return this.rows<TaskEvent>(
      scope,
      'select * from task_events where task_id = $1 and seq > $2 order by seq',
      [taskId, afterSeq],
    );
  }
}
