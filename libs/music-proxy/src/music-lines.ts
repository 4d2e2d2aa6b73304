import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DatabaseNotifications, NO_TRANSACTION } from '#libs/platform/database';
import { InsufficientStorage } from '#libs/platform/errors';
import { DiskRoom } from '#libs/platform/storage';
import { LineBell } from './line-bell.js';
import { isLastEvent, type MusicEvent } from './music-event.js';
import { MUSIC_LINES_CHANNEL, MusicLinesRepository, PAGE_LINES } from './music-lines.repository.js';

/** Notifications may be lost while their connection is down; this bounds how late a line is seen. */
const SWEEP_MS = 2_000;
/** A reader of a stream that cannot go on is not kept longer. */
const STALL_MS = 10_000;

/** Keeps the lines of music streams and lets readers follow them, from any process and more than once. */
@Injectable()
export class MusicLines implements OnModuleInit, OnApplicationShutdown {
  private readonly bell = new LineBell();
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly lines: MusicLinesRepository,
    private readonly notifications: DatabaseNotifications,
    private readonly room: DiskRoom,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.listen(MUSIC_LINES_CHANNEL, (taskId) =>
      taskId === '' ? this.bell.ringAll() : this.bell.ring(taskId),
    );
    // That the database is away is logged and reported by others.
    this.sweep = setInterval(() => void this.ringForNews().catch(() => undefined), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  /**
   * Adds the event with this number, from 1 without gaps; one that is there already stays as it is, and nothing is added
   * once the task has ended.
   */
  async append(taskId: string, seq: number, event: MusicEvent): Promise<void> {
    await this.lines.append(NO_TRANSACTION, { taskId, seq, line: JSON.stringify({ seq, ...event }) });
  }

  /**
   * Every line after `afterSeq`, each with its line break, until the last one or until `signal` aborts. It holds one
   * page of lines while its reader is busy. When nothing can be stored, so that none comes, an error is the last.
   */
  async *follow(taskId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<string> {
    let seq = afterSeq;
    let isOver = false;
    let quietSince = Date.now();
    while (!signal.aborted) {
      const rung = this.bell.next(taskId, seq, signal);
      const lines = await this.lines.listAfter(NO_TRANSACTION, taskId, seq);
      for (const { line, seq: next } of lines) {
        seq = next;
        yield `${line}\n`;
        if (isLastLine(line)) return;
      }
      if (lines.length === PAGE_LINES) continue;
      if (lines.length === 0) {
        if (isOver) return;
        isOver = await this.lines.hasEnded(NO_TRANSACTION, taskId);
        if (isOver) continue;
        const problem = Date.now() - quietSince > STALL_MS && (await this.room.problem());
        if (problem) return yield stalledLine(taskId, seq, problem);
      } else quietSince = Date.now();
      await rung;
    }
  }

  /** One statement for all who wait here; when nothing can be stored, each is to find that out. */
  private async ringForNews(): Promise<void> {
    const waiting = this.bell.listWaiting();
    if (waiting.length === 0) return;
    if (await this.room.problem()) this.bell.ringAll();
    else
      for (const { taskId } of await this.lines.listWithNews(NO_TRANSACTION, waiting)) this.bell.ring(taskId);
  }
}

/** Not a line of the stream, which goes on later: it has the number of the one before, for a reader who comes back. */
function stalledLine(taskId: string, seq: number, problem: Error): string {
  const isFull = problem instanceof InsufficientStorage;
  const message =
    `Nothing can be stored ${isFull ? 'as the disk is full' : 'just now'}. The music goes on when that has changed: ` +
    `GET /tasks/${taskId}/stream?after=${seq} reads on.`;
  const code = isFull ? 'insufficient_storage' : 'unavailable';
  return `${JSON.stringify({ seq: Math.max(0, seq), type: 'error', code, message })}\n`;
}

/** Audio lines are long: only the others, which are short, can be the last and are parsed. */
function isLastLine(line: string): boolean {
  const SHORT_CHARS = 4_096;
  return line.length <= SHORT_CHARS && isLastEvent((JSON.parse(line) as { type: string }).type);
}
