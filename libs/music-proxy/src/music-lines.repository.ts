import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { MusicLine } from './music-line.entity.js';

/** Payload: the task's id. */
export const MUSIC_LINES_CHANNEL = 'music_lines';
/** A reader takes this many lines at a time: up to 6 MB of audio. */
export const PAGE_LINES = 64;

const OPEN_STATUSES = `('created', 'queued', 'processing')`;

/** Every query of the table `music_lines`. */
@Injectable()
export class MusicLinesRepository extends Repository {
  /**
   * Adds a line and notifies every process; a line that is there already stays as it is, and nothing is added once the task
   * has ended. The commit does not wait for the disk: a crash of the database may take the last lines of a running stream,
   * but never leaves a gap, and the end of the task, which does wait, secures all lines before it.
   *
   * Nothing comes after the last line, though the row of the task is not locked: lines are added in the order of their
   * numbers, so the next one has the number of the last line, and waits for the transaction that ends the task.
   */
  async append(scope: StatementScope, line: MusicLine): Promise<void> {
    await this.rows(
      scope,
      `with added as (
         insert into music_lines (task_id, seq, line)
         select id, $2::int, $3 from tasks where id = $1::uuid and status in ${OPEN_STATUSES} and deleted_at is null
         on conflict do nothing returning 1
       )
       select set_config('synchronous_commit', 'off', true), pg_notify('${MUSIC_LINES_CHANNEL}', $1::text)
         from added`,
      [line.taskId, line.seq, line.line],
    );
  }

  /** Adds a line after all others, in the transaction that creates or ends the task. */
  async appendNext(scope: TransactionScope, taskId: string, event: object): Promise<void> {
    let added: unknown[];
    // Another line may take the number meanwhile: then the next one is free.
    do {
      added = await this.rows(
        scope,
        `with next as (select coalesce(max(seq) + 1, 0) as seq from music_lines where task_id = $1::uuid),
              added as (
                insert into music_lines (task_id, seq, line)
                select $1::uuid, seq, (jsonb_build_object('seq', seq) || $2::jsonb)::text from next
                on conflict do nothing returning 1
              )
         select pg_notify('${MUSIC_LINES_CHANNEL}', $1::text) from added`,
        [taskId, JSON.stringify(event)],
      );
    } while (added.length === 0);
  }

  /** The next lines after `afterSeq`, in order. */
  async listAfter(scope: StatementScope, taskId: string, afterSeq: number): Promise<MusicLine[]> {
    return this.rows<MusicLine>(
      scope,
      `select * from music_lines where task_id = $1 and seq > $2 order by seq limit ${PAGE_LINES}`,
      [taskId, afterSeq],
    );
  }

  /** Those of the readers, by task, who wait while there is more after `seq`, or nothing can come any more. */
  async listWithNews(
    scope: StatementScope,
    readers: readonly { taskId: string; seq: number }[],
  ): Promise<{ taskId: string }[]> {
    return this.rows(
      scope,
      `select k.task_id from unnest($1::uuid[], $2::int[]) as k(task_id, seq)
        where exists (select 1 from music_lines l where l.task_id = k.task_id and l.seq > k.seq)
           or not exists (select 1 from tasks t
                           where t.id = k.task_id and t.status in ${OPEN_STATUSES} and t.deleted_at is null)`,
      [readers.map(({ taskId }) => taskId), readers.map(({ seq }) => seq)],
    );
  }

  /** Whether no line can be added any more. */
  async hasEnded(scope: StatementScope, taskId: string): Promise<boolean> {
    const isOpen = await this.hasRow(
      scope,
      `select 1 from tasks where id = $1 and status in ${OPEN_STATUSES} and deleted_at is null`,
      [taskId],
    );
    return !isOpen;
  }

  async hasLines(scope: StatementScope, taskId: string): Promise<boolean> {
    return this.hasRow(scope, `select 1 from music_lines where task_id = $1 limit 1`, [taskId]);
  }

  async deleteOf(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(scope, `delete from music_lines where task_id = $1`, [taskId]);
  }

  /**
   * Deletes the streams of ended tasks whose id is below `taskId`; ids grow with time.
   * @returns How many streams, at most `limit`.
   */
  async deleteEndedBefore(scope: StatementScope, taskId: string, limit: number): Promise<number> {
    const rows = await this.rows<{ taskId: string }>(
      scope,
      `with old as (
         select task_id from music_lines
           join tasks on tasks.id = task_id and status not in ${OPEN_STATUSES}
          where task_id < $1::uuid and seq = 0
          order by task_id limit $2
       ), deleted as (
         delete from music_lines where task_id in (select task_id from old)
       )
       select task_id from old`,
      [taskId, limit],
    );
    return rows.length;
  }
}
