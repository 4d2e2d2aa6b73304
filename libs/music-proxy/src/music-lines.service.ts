import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseNotifications } from '#libs/platform/database';
import { LineBell } from './line-bell.js';
import { isLastEvent, type MusicEvent } from './music-event.js';
import { MUSIC_LINES_CHANNEL, MusicLinesRepository, PAGE_LINES } from './music-lines.repository.js';

/** Notifications may be lost while their connection is down; this bounds how late a line is seen. */
const FALLBACK_POLL_MS = 1_000;

/** Keeps the lines of music streams and lets readers follow them, from any process and more than once. */
@Injectable()
export class MusicLines implements OnModuleInit {
  private readonly bell = new LineBell();

  constructor(
    private readonly lines: MusicLinesRepository,
    private readonly notifications: DatabaseNotifications,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.listen(MUSIC_LINES_CHANNEL, (taskId) =>
      taskId === '' ? this.bell.ringAll() : this.bell.ring(taskId),
    );
  }

  /**
   * Adds the event with this number; one that is there already stays as it is, and nothing is added once the task has
   * ended. Readers here see it at once.
   */
  async append(taskId: string, seq: number, event: MusicEvent): Promise<void> {
    await this.lines.append({ taskId, seq, line: JSON.stringify({ seq, ...event }) });
    this.bell.ring(taskId);
  }

  /**
   * Every line behind `afterSeq`, each with its line break, until the last one or until `signal` aborts. It holds one
   * page of lines while its reader is busy.
   */
  async *follow(taskId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<string> {
    let seq = afterSeq;
    let isOver = false;
    while (!signal.aborted) {
      const rung = this.bell.next(taskId, FALLBACK_POLL_MS, signal);
      const lines = await this.lines.listAfter(taskId, seq);
      for (const { line, seq: next } of lines) {
        seq = next;
        yield `${line}\n`;
        if (isLastLine(line)) return;
      }
      if (lines.length === PAGE_LINES) continue;
      if (lines.length === 0) {
        if (isOver) return;
        isOver = await this.lines.hasEnded(taskId);
        if (isOver) continue;
      }
      await rung;
    }
  }
}

/** Audio lines are long: only the others, which are short, can be the last and are parsed. */
function isLastLine(line: string): boolean {
  const SHORT_CHARS = 4_096;
  return line.length <= SHORT_CHARS && isLastEvent((JSON.parse(line) as { type: string }).type);
}
