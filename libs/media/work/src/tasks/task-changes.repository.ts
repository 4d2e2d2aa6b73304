import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { Task, TaskEvent, TaskOutput } from './task.entity.js';
import { statusesBefore, type TaskStatus } from './task-status.js';

export type StatusWithoutResult = 'failed' | 'canceled' | 'uncertain';

/** Columns written with a status without a result. */
export type TaskChange = {
  errorCode: string;
  errorMessage: string;
  /** Only if this is the task's current run: an earlier one must not change anything. */
  ofRun?: number;
  /** Only from this status; default any but `uncertain`. */
  from?: TaskStatus;
};

export type SuccessfulEnd = {
  task: Task;
  outputs: readonly TaskOutput[];
  details?: Record<string, unknown> | undefined;
  /** What it really cost, if known; capped at its price. */
  credits?: number | undefined;
};

export type EndedTask = { task: Task; event: TaskEvent };

/** Changes existing tasks and adds their events. */
@Injectable()
export class TaskChangesRepository extends Repository {
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

  /**
   * Begins the next run of a task that has not ended; earlier runs can change nothing from then on. Its progress
   * leaves 0.
   * @returns The task, and whether its status changed; undefined when it has ended.
   */
  async beginRun(
    scope: TransactionScope,
    id: string,
  ): Promise<{ task: Task; isNewStatus: boolean } | undefined> {
    const row = await this.row<Task & { before: TaskStatus }>(
      scope,
      `update tasks t set status = 'processing', run = coalesce(t.run, 0) + 1,
         progress = greatest(t.progress, 1),
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
   * @returns The changed task, or undefined when its status does not allow it.
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
   * Puts an uncertain task back in work.
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
   * Ends finished tasks, with their events.
   * @returns Those whose run was still current and that had not ended.
   */
  async succeed(scope: TransactionScope, ends: readonly SuccessfulEnd[]): Promise<EndedTask[]> {
    const rows = await this.rows<Task & { eventSeq: number; eventAt: Date }>(
      scope,
      `with given as (
         select * from unnest($1::uuid[], $2::int[], $3::jsonb[], $4::jsonb[], $5::int[])
           as g(id, run, outputs, details, credits)
       ), ended as (
         update tasks t set status = 'succeeded', outputs = g.outputs, details = coalesce(g.details, t.details),
           credits = least(t.credits, g.credits), progress = 100, finished_at = now(),
           expires_at = now() + t.retention_hours * interval '1 hour'
         from given g where t.id = g.id and t.status = 'processing' and t.run = g.run and t.deleted_at is null
         returning t.*
       ), noted as (
         -- What adds an event changes the status as well: none has come between this snapshot and the change.
         insert into task_events (task_id, seq, status, created_at)
         select id, (select max(seq) + 1 from task_events e where e.task_id = ended.id), status, finished_at from ended
         returning task_id, seq, created_at
       )
       select ended.*, n.seq as event_seq, n.created_at as event_at from ended join noted n on n.task_id = ended.id`,
      [
        ends.map(({ task }) => task.id),
        ends.map(({ task }) => task.run),
        ends.map(({ outputs }) => JSON.stringify(outputs)),
        ends.map(({ details }) => (details ? JSON.stringify(details) : null)),
        ends.map(({ credits }) => credits ?? null),
      ],
    );
    return rows.map(({ eventSeq: seq, eventAt: createdAt, ...task }) => ({
      task,
      event: { taskId: task.id, seq, status: task.status, createdAt },
    }));
  }

  /** Appends the next event. The change before it has locked the task's row, so numbers have no gaps. */
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

  /** Raises the progress of a run and notifies `channel`. A lost value is harmless, so the commit does not wait for the disk. */
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

  /** Hides the task, unless it is uncertain, and empties what its caller sent. @returns whether it did. */
  async markDeleted(scope: TransactionScope, id: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `update tasks set deleted_at = now(), request = '{}', details = '{}', outputs = '[]', callback_url = null
        where id = $1 and deleted_at is null and status <> 'uncertain' returning id`,
      [id],
    );
  }
}
