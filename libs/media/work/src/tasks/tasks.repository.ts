import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  columnValues,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { Task, TaskEvent } from './task.entity.js';
import { isTerminal, TASK_STATUSES, type TaskStatus } from './task-status.js';

/** What a follower knows of a task: an empty status for nothing yet, null for a task that no longer exists. */
export type KnownTask = { id: string; status: TaskStatus | '' | null; progress: number };

/** The state of a task, for its followers. */
export type TaskNews = {
  id: string;
  /** Null when the task no longer exists. */
  status: TaskStatus | null;
  progress: number;
  /** All so far, oldest first; times as PostgreSQL writes them in JSON. */
  events: readonly { seq: number; status: TaskStatus; createdAt: string }[];
};

export type TaskFilter = {
  userId: string;
  kind?: string | undefined;
  status?: TaskStatus | undefined;
  createdAfter?: Date | undefined;
  beforeId?: string | undefined;
  limit: number;
};

export type KindsFilter = Pick<TaskFilter, 'userId' | 'beforeId' | 'limit'> & { kinds: readonly string[] };

/** Whose tasks are waiting: a user, or the source of callers without a token. */
export type Caller = Pick<Task, 'userId' | 'source'>;

const RECENT_TASKS = 1_000;
const WAITING = `select 1 from tasks t where t.status in ('created', 'queued') and t.deleted_at is null`;

/** Adds tasks with their events, and reads them; `TaskChangesRepository` changes existing ones. */
@Injectable()
export class TasksRepository extends Repository {
  /**
   * Adds tasks, each with the events of its first statuses; no follower can wait for them yet.
   * @param tasks As `created` or `queued`.
   * @returns The events, those of a task in order.
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

  /** The existing ones of these tasks, in any order. */
  async listByIds(scope: StatementScope, ids: readonly string[]): Promise<Task[]> {
    return this.rows<Task>(scope, 'select * from tasks where id = any($1) and deleted_at is null', [ids]);
  }

  /** How many tasks of each caller have not begun, in the same order, counted up to `most`. */
  async countWaiting(
    scope: StatementScope,
    callers: readonly (Caller & { most: number })[],
  ): Promise<number[]> {
    const rows = await this.rows<{ count: number }>(
      scope,
      `select case when c.user_id is null
           then (select count(*) from (${WAITING} and t.user_id is null and t.source = c.source limit c.most) waiting)
           else (select count(*) from (${WAITING} and t.user_id = c.user_id limit c.most) waiting) end::int as count
         from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality as c(user_id, source, most, at) order by at`,
      [...columnValues(callers, 'userId', 'source', 'most')],
    );
    return rows.map(({ count }) => count);
  }

  /** Serializes transactions that add tasks of the same callers. */
  async lockCallers(scope: TransactionScope, keys: readonly string[]): Promise<void> {
    await this.lockKeys(scope, 'tasks', keys);
  }

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

  /** A user's tasks of any of these kinds, newest first: so many of each are read, by their index. */
  async listOfKinds(scope: StatementScope, { userId, kinds, beforeId, limit }: KindsFilter): Promise<Task[]> {
    return this.rows<Task>(
      scope,
      `${PLANNED_FOR_VALUES}select t.* from unnest($2::text[]) as k(kind)
       cross join lateral (
         select * from tasks
          where user_id = $1 and kind = k.kind and deleted_at is null and ($3::uuid is null or id < $3)
          order by id desc limit $4
       ) t
       order by t.id desc limit $4`,
      [userId, kinds, beforeId ?? null, limit],
    );
  }

  /** Which of the tasks have ended, or no longer exist: those without status and cost. */
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

  /** The tasks whose state differs from `known`, for any number of tasks in one statement. */
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
      columnValues(known, 'id', 'status', 'progress'),
    );
  }

  /** How long recent successful tasks of all callers took, and their predictions; the newest first. */
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
