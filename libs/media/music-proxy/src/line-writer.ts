import { setImmediate } from 'node:timers/promises';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { MusicEvent } from './music-event.js';
import { firstLine, type MusicLinesRepository } from './music-lines.repository.js';

/** Characters that may wait to be stored; beyond that, the music engine waits too. */
const UNSTORED_MAX_CHARS = 4_000_000;
/** Characters of stored lines kept for readers that are slightly behind. */
const KEPT_MAX_CHARS = 500_000;

export type LineWriterOptions = {
  taskId: string;
  /** The number of the last line that an earlier run stored. */
  storedSeq: number;
  onLine: () => void;
};

/**
 * The lines of a stream made in this process. Local readers get each line at once. Lines are stored afterwards: while
 * one statement runs, the next lines collect, and one statement stores them all. Lines stored by an earlier run stay
 * as they are.
 */
export class LineWriter {
  /** Without gaps; all earlier lines are stored. The last `unstored` of them are not. */
  private readonly lines: string[];
  private keptChars = 0;
  private unstored = 0;
  private unstoredChars = 0;
  private seq = 1;
  private readonly storedSeq: number;
  private storing: Promise<void> | undefined;
  private problem: Error | undefined;
  /** The task has ended: nothing more belongs to its stream. */
  private isOver = false;

  constructor(
    private readonly repository: MusicLinesRepository,
    private readonly options: LineWriterOptions,
  ) {
    this.storedSeq = options.storedSeq;
    this.lines = this.storedSeq === 0 ? [firstLine(options.taskId)] : [];
  }

  /**
   * Passes the event to local readers and queues it for storing.
   * @throws what storing an earlier line threw.
   */
  async append(event: MusicEvent): Promise<void> {
    this.requireHealth();
    if (this.isOver) return;
    const seq = this.seq++;
    if (seq <= this.storedSeq) return;
    const line = JSON.stringify({ seq, ...event });
    this.lines.push(line);
    this.unstored += 1;
    this.unstoredChars += line.length;
    this.options.onLine();
    this.storing ??= this.storeAll();
    // Lets readers run before the next line.
    await setImmediate();
    if (this.unstoredChars > UNSTORED_MAX_CHARS) await this.storing;
  }

  /**
   * Resolves when every line is stored or the task has ended.
   * @throws what storing one threw.
   */
  async flush(): Promise<void> {
    await this.storing;
    this.requireHealth();
  }

  /** The line with this number, if it is still in memory. */
  find(seq: number): string | undefined {
    return this.lines[seq - (this.seq - this.lines.length)];
  }

  /** Whether there is no line after this number, in memory or in rows. */
  isLatest(seq: number): boolean {
    return seq >= this.storedSeq && seq === this.seq - 1;
  }

  private requireHealth(): void {
    if (this.problem) throw this.problem;
  }

  private async storeAll(): Promise<void> {
    try {
      while (this.unstored > 0) {
        await setImmediate();
        await this.storeWaiting();
      }
    } catch (error) {
      this.problem =
        error instanceof Error ? error : new Error('A line could not be stored', { cause: error });
    } finally {
      // Synchronous with the last check of `unstored`: lines that come later start another round.
      this.storing = undefined;
    }
  }

  private async storeWaiting(): Promise<void> {
    const firstSeq = this.seq - this.unstored;
    const waiting = this.lines.slice(-this.unstored);
    const stored = waiting.slice(0, await this.store(firstSeq, waiting));
    const chars = stored.reduce((sum, { length }) => sum + length, 0);
    this.unstored -= stored.length;
    this.unstoredChars -= chars;
    this.keptChars += chars;
    while (this.keptChars > KEPT_MAX_CHARS && this.lines.length > this.unstored)
      this.keptChars -= this.lines.shift()?.length ?? 0;
  }

  /** @returns How many of the lines need no more storing, at least one. */
  private async store(firstSeq: number, lines: readonly string[]): Promise<number> {
    const { taskId } = this.options;
    const added = await this.repository.append(NO_TRANSACTION, { taskId, firstSeq, lines });
    if (added === 'added') return lines.length;
    if (added === 'ended') {
      this.isOver = true;
      return lines.length;
    }
    // An earlier run that was presumed dead may still add the same lines.
    const lastSeq = await this.repository.lastSeq(NO_TRANSACTION, taskId);
    if (lastSeq < firstSeq) throw new Error(`Lines of the stream of task ${taskId} are lost`);
    return lastSeq - firstSeq + 1;
  }
}
