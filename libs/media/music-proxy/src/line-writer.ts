import { setImmediate } from 'node:timers/promises';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { MusicEvent } from './music-event.js';
import { firstLine, type MusicLinesRepository } from './music-lines.repository.js';

/** Characters that may wait to be stored; then the maker of the music waits too. */
const UNSTORED_MAX_CHARS = 4_000_000;
/** Characters of stored lines that are kept for readers who are a little late. */
const KEPT_MAX_CHARS = 500_000;

/** Of one stream, while it is made. */
export type LineWriterOptions = {
  taskId: string;
  /** The number of the last line that an earlier run has stored. */
  storedSeq: number;
  /** Called whenever there is a line for readers. */
  onLine: () => void;
};

/**
 * The lines of a stream that is made in this process. Readers here get each of them at once; they are stored after that, one
 * statement for all that wait while the one before runs. Lines that an earlier run has stored stay as they are.
 */
export class LineWriter {
  /** Without gaps; all before them are stored. The last `unstored` of them are not. */
  private readonly lines: string[];
  private keptChars = 0;
  private unstored = 0;
  private unstoredChars = 0;
  /** Of the next line. */
  private seq = 1;
  private readonly storedSeq: number;
  private storing: Promise<void> | undefined;
  private problem: Error | undefined;
  /** The task has ended, so nothing more belongs to its stream. */
  private isOver = false;

  constructor(
    private readonly repository: MusicLinesRepository,
    private readonly options: LineWriterOptions,
  ) {
    this.storedSeq = options.storedSeq;
    this.lines = this.storedSeq === 0 ? [firstLine(options.taskId)] : [];
  }

  /**
   * Shows the event to readers here, and has it stored.
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
    // The readers' turn comes before the next line.
    await setImmediate();
    if (this.unstoredChars > UNSTORED_MAX_CHARS) await this.storing;
  }

  /**
   * Resolves when every line is stored, or the task has ended.
   * @throws what storing one threw.
   */
  async flush(): Promise<void> {
    await this.storing;
    this.requireHealth();
  }

  /** The line with this number while it is here. */
  find(seq: number): string | undefined {
    return this.lines[seq - (this.seq - this.lines.length)];
  }

  /** Whether nothing is to be had, here or from the rows, after the line with this number. */
  isLatest(seq: number): boolean {
    return seq >= this.storedSeq && seq === this.seq - 1;
  }

  private requireHealth(): void {
    if (this.problem) throw this.problem;
  }

  private async storeAll(): Promise<void> {
    try {
      while (this.unstored > 0) {
        // The readers' turn comes first.
        await setImmediate();
        await this.storeWaiting();
      }
    } catch (error) {
      this.problem =
        error instanceof Error ? error : new Error('A line could not be stored', { cause: error });
    } finally {
      // In the same turn as the last look at `unstored`: what comes later starts another round.
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
    // An earlier run that was taken for dead may still add the same lines.
    const lastSeq = await this.repository.lastSeq(NO_TRANSACTION, taskId);
    if (lastSeq < firstSeq) throw new Error(`Lines of the stream of task ${taskId} are lost`);
    return lastSeq - firstSeq + 1;
  }
}
