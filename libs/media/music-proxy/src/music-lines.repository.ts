import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { MusicEvent } from './music-event.js';
import type { MusicLine } from './music-line.entity.js';

/** Payload: the task's id. */
export const MUSIC_LINES_CHANNEL = 'music_lines';
/** Lines that a reader fetches at a time: up to 6 MB of audio. */
export const PAGE_LINES = 64;

/** The rest of a stream up to this many lines is sent at once. */
const END_LINES = 16;
const END_MAX_BYTES = 64 * 1024;

/** A position in a stream: after the line with this number. */
export type ReaderPlace = { taskId: string; afterSeq: number };

const OPEN_STATUSES = `('created', 'queued', 'processing')`;

export function firstLine(taskId: string): string {
  return JSON.stringify({ seq: 0, type: 'task', task_id: taskId } satisfies MusicEvent & { seq: number });
}

@Injectable()
export class MusicLinesRepository extends Repository {
  /** Adds the first line of a stream, in the transaction that creates its task. No reader can wait for it yet. */
  async begin(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(scope, 'insert into music_lines (task_id, seq, line) values ($1, 0, $2)', [
      taskId,
      firstLine(taskId),
    ]);
  }

  /**
   * Adds lines in one statement and notifies every process. The commit does not wait for the disk: a crash of the
   * database may lose the last lines of a running stream, but never leaves a gap. The end of the task does wait, and
   * secures all lines before it.
   *
   * No line can follow the last one, although the task's row is not locked: lines are added in the order of their
   * numbers, so the first of these conflicts with the last line, and waits for the transaction that ends the task.
   * The others are added only if the first one was.
   * @returns `conflict` when the first one exists already, or the one before it does not; then nothing is added.
   */
  async append(
    scope: StatementScope,
    { taskId, firstSeq, lines }: { taskId: string; firstSeq: number; lines: readonly string[] },
  ): Promise<'added' | 'ended' | 'conflict'> {
    const row = await this.row<{ isAdded: boolean }>(
      scope,
      `with open as (
         select id from tasks where id = $1::uuid and status in ${OPEN_STATUSES} and deleted_at is null
       ), first as (
         insert into music_lines (task_id, seq, line)
         select id, $2::int, split_part($3, chr(10), 1) from open
          where exists (select 1 from music_lines where task_id = $1::uuid and seq = $2::int - 1)
         on conflict do nothing returning 1
       ), others as (
         insert into music_lines (task_id, seq, line)
         select $1::uuid, $2::int + place - 1, line from string_to_table($3, chr(10)) with ordinality as l(line, place)
          where place > 1 and exists (select 1 from first)
         on conflict do nothing
       )
       select exists (select 1 from first) as is_added, set_config('synchronous_commit', 'off', true),
              pg_notify('${MUSIC_LINES_CHANNEL}', $1::text)
         from open`,
      // One text: a list would be escaped here, and PostgreSQL would read it character by character.
      [taskId, firstSeq, lines.join('\n')],
    );
    if (!row) return 'ended';
    return row.isAdded ? 'added' : 'conflict';
  }

  async appendNext(scope: TransactionScope, taskId: string, event: MusicEvent): Promise<void> {
    let added: unknown[];
    // If another line takes the number meanwhile, the next one is tried.
    do {
      added = await this.rows(
        scope,
        `with next as (select coalesce(max(seq) + 1, 0) as seq from music_lines where task_id = $1::uuid),
              added as (
                insert into music_lines (task_id, seq, line)
                select $1::uuid, seq, '{"seq":' || seq || ',' || substr($2::text, 2) from next
                on conflict do nothing returning 1
              )
         select pg_notify('${MUSIC_LINES_CHANNEL}', $1::text) from added`,
        [taskId, JSON.stringify(event)],
      );
    } while (added.length === 0);
  }

  /** The number of the last line; -1 when there is none. */
  async lastSeq(scope: StatementScope, taskId: string): Promise<number> {
    const row = await this.row<{ seq: number }>(
      scope,
      'select coalesce(max(seq), -1) as seq from music_lines where task_id = $1',
      [taskId],
    );
    return row?.seq ?? -1;
  }

  async findLast(scope: StatementScope, taskId: string): Promise<MusicLine | undefined> {
    return this.row<MusicLine>(
      scope,
      'select * from music_lines where task_id = $1 order by seq desc limit 1',
      [taskId],
    );
  }

  async listAfter(scope: StatementScope, taskId: string, afterSeq: number): Promise<MusicLine[]> {
    return this.rows<MusicLine>(
      scope,
      `select * from music_lines where task_id = $1 and seq > $2 order by seq limit ${PAGE_LINES}`,
      [taskId, afterSeq],
    );
  }

  /** For each place, in order: the remaining lines, each with its line break, if they are few and end the stream. */
  async listEnds(scope: StatementScope, places: readonly ReaderPlace[]): Promise<(string | null)[]> {
    const rows = await this.rows<{ lines: string | null }>(
      scope,
      `select (
         select string_agg(line || chr(10), '' order by seq) from (
           select seq, line, sum(octet_length(line)) over (order by seq) as bytes from music_lines
            where task_id = k.task_id and seq > k.seq order by seq limit ${END_LINES}) l
          where bytes <= ${END_MAX_BYTES}) as lines
       from unnest($1::uuid[], $2::int[]) with ordinality as k(task_id, seq, place) order by place`,
      columnValues(places, 'taskId', 'afterSeq'),
    );
    return rows.map(({ lines }) => lines);
  }

  /** The readers, by task, for which there is more after `seq`, or nothing can come any more. */
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
      columnValues(readers, 'taskId', 'seq'),
    );
  }

  /** Whether lines may be added: not once the task has ended, and not while it is uncertain, though more may come later. */
  async findState(scope: StatementScope, taskId: string): Promise<'open' | 'uncertain' | 'ended'> {
    const row = await this.row<{ state: 'open' | 'uncertain' }>(
      scope,
      `select case status when 'uncertain' then status else 'open' end as state from tasks
        where id = $1 and (status in ${OPEN_STATUSES} or status = 'uncertain') and deleted_at is null`,
      [taskId],
    );
    return row?.state ?? 'ended';
  }

  /** Makes the readers of the stream check it again, once the transaction commits. */
  async ring(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(scope, `select pg_notify('${MUSIC_LINES_CHANNEL}', $1)`, [taskId]);
  }

  async hasLines(scope: StatementScope, taskId: string): Promise<boolean> {
    return this.hasRow(scope, `select 1 from music_lines where task_id = $1 limit 1`, [taskId]);
  }

  async deleteOf(scope: TransactionScope, taskIds: readonly string[]): Promise<void> {
    await this.rows(scope, `delete from music_lines where task_id = any($1)`, [taskIds]);
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
           join tasks on tasks.id = task_id and status not in ${OPEN_STATUSES} and status <> 'uncertain'
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
