import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DatabaseNotifications, NO_TRANSACTION } from '#libs/platform/database';
import { InsufficientStorage } from '#libs/platform/errors';
import { Rounds } from '#libs/platform/runtime';
import { DiskRoom } from '#libs/platform/storage';
import type { Task } from '#libs/media/work';
import { LineBell } from './line-bell.js';
import { LineWriter } from './line-writer.js';
import { isLastEvent } from './music-event.js';
import {
  MUSIC_LINES_CHANNEL,
  MusicLinesRepository,
  PAGE_LINES,
  type ReaderPlace,
} from './music-lines.repository.js';

/** Notifications may be lost while their connection is down; this bounds the delay. */
const SWEEP_MS = 2_000;
/** Readers that share a statement, and such statements at a time. */
const ENDINGS = { items: 50, rounds: 2 };
/** How long a reader of a stalled stream is kept. */
const STALL_MS = 10_000;

/** Stores the lines of music streams. Any process can serve their readers, more than once. */
@Injectable()
export class MusicLines implements OnModuleInit, OnApplicationShutdown {
  private readonly bell = new LineBell();
  /** Streams made in this process. They pass each line to their local readers. */
  private readonly writers = new Map<string, LineWriter>();
  private readonly ends = new Rounds((places: readonly ReaderPlace[]) => this.readEnds(places), ENDINGS);
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly lines: MusicLinesRepository,
    private readonly notifications: DatabaseNotifications,
    private readonly room: DiskRoom,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.listen(MUSIC_LINES_CHANNEL, (taskId) => {
      if (taskId === '') this.bell.ringAll();
      else if (!this.writers.has(taskId)) this.bell.ring(taskId);
    });
    // A lost database connection is logged and reported elsewhere.
    this.sweep = setInterval(() => void this.ringForNews().catch(() => undefined), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  /** Starts writing the lines of a task's run, from number 1. Close it with `endWriter` before the task ends. */
  async beginWriter({ id: taskId, run }: Pick<Task, 'id' | 'run'>): Promise<LineWriter> {
    const isFirstRun = run === 1;
    const storedSeq = isFirstRun ? 0 : await this.lines.lastSeq(NO_TRANSACTION, taskId);
    const onLine = () => this.bell.ring(taskId);
    const writer = new LineWriter(this.lines, { taskId, storedSeq, onLine });
    this.writers.set(taskId, writer);
    return writer;
  }

  /** Waits until everything is stored, if possible. From then on readers use the rows. */
  async endWriter(taskId: string, writer: LineWriter): Promise<void> {
    // The task's run has already received the error that kept a line from being stored, or is over.
    await writer.flush().catch(() => undefined);
    if (this.writers.get(taskId) === writer) this.writers.delete(taskId);
    this.bell.ring(taskId);
  }

  /** All lines after `afterSeq`, each with its line break, when they are few and include the last of the stream. */
  async findEnd(taskId: string, afterSeq: number): Promise<string | undefined> {
    return this.ends.do({ taskId, afterSeq });
  }

  /**
   * Every line after `afterSeq`, each with its line break, until the last one or until `signal` aborts. Holds one
   * page of lines while its reader is busy. When nothing can be stored, the last line is an error.
   *
   * A failed stream always ends with its error, even for a reader that has seen more lines than were stored.
   */
  async *follow(taskId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<string> {
    let seq = afterSeq;
    let isOver = false;
    let quietSince = Date.now();
    while (!signal.aborted) {
      const writer = this.writers.get(taskId);
      const fresh = writer?.find(seq + 1);
      if (fresh !== undefined) {
        seq += 1;
        quietSince = Date.now();
        yield `${fresh}\n`;
        continue;
      }
      const rung = this.bell.next(taskId, seq, signal);
      if (writer?.isLatest(seq)) {
        await rung;
        continue;
      }
      const lines = await this.lines.listAfter(NO_TRANSACTION, taskId, seq);
      for (const { line, seq: next } of lines) {
        seq = next;
        yield `${line}\n`;
        if (isLastLine(line)) return;
      }
      if (lines.length === PAGE_LINES) continue;
      if (lines.length === 0) {
        if (isOver) return yield* this.missedError(taskId, seq);
        const state = await this.lines.findState(NO_TRANSACTION, taskId);
        if (state === 'uncertain') return yield uncertainLine(taskId, seq);
        isOver = state === 'ended';
        if (isOver) continue;
        const problem = Date.now() - quietSince > STALL_MS && (await this.room.problem());
        if (problem) return yield stalledLine(taskId, seq, problem);
      } else quietSince = Date.now();
      await rung;
    }
  }

  private async readEnds(
    places: readonly ReaderPlace[],
  ): Promise<PromiseSettledResult<string | undefined>[]> {
    const ends = await this.lines.listEnds(NO_TRANSACTION, places);
    return ends.map((lines) => ({ status: 'fulfilled', value: lines && isEnd(lines) ? lines : undefined }));
  }

  /** The error of a stream that ended before the line `seq`: its reader has seen lines that were not stored. */
  private async *missedError(taskId: string, seq: number): AsyncGenerator<string> {
    const last = await this.lines.findLast(NO_TRANSACTION, taskId);
    if (!last || last.seq > seq || !isLastLine(last.line)) return;
    const event = JSON.parse(last.line) as { type: string };
    if (event.type === 'error') yield `${JSON.stringify({ ...event, seq: seq + 1 })}\n`;
  }

  /** One statement for all waiting readers. When nothing can be stored, each finds that out itself. */
  private async ringForNews(): Promise<void> {
    const waiting = this.bell.listWaiting();
    if (waiting.length === 0) return;
    if (await this.room.problem()) this.bell.ringAll();
    else
      for (const { taskId } of await this.lines.listWithNews(NO_TRANSACTION, waiting)) this.bell.ring(taskId);
  }
}

/** Like `stalledLine`; but the stream may never go on. */
function uncertainLine(taskId: string, seq: number): string {
  const message =
    'It is not known whether the music was made. The task is uncertain until that is found out: ' +
    `see GET /tasks/${taskId}.`;
  return `${JSON.stringify({ seq: Math.max(0, seq), type: 'error', code: 'uncertain', message })}\n`;
}

/** Not a line of the stream, which goes on later: it repeats the number of the one before, for a reader that comes back. */
function stalledLine(taskId: string, seq: number, problem: Error): string {
  const isFull = problem instanceof InsufficientStorage;
  const message =
    `Nothing can be stored ${isFull ? 'as the disk is full' : 'at the moment'}. The music continues when that has changed: ` +
    `GET /tasks/${taskId}/stream?after=${seq} reads on.`;
  const code = isFull ? 'insufficient_storage' : 'unavailable';
  return `${JSON.stringify({ seq: Math.max(0, seq), type: 'error', code, message })}\n`;
}

/** Audio lines are long and never the last; only short lines are parsed. */
function isLastLine(line: string): boolean {
  const SHORT_CHARS = 4_096;
  return line.length <= SHORT_CHARS && isLastEvent((JSON.parse(line) as { type: string }).type);
}

function isEnd(lines: string): boolean {
  return isLastLine(lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1, -1));
}
