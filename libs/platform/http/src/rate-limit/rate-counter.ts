import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { RateLimitCountsRepository } from './rate-limit-counts.repository.js';

/** Length of a window; all processes use the same ones, aligned to the clock. */
export const WINDOW_SECONDS = 60;
const SHARE_MS = 1_000;

type Entry = {
  /** All processes, as far as known. */ total: number;
  /** Not yet shared with the others. */ unshared: number;
};

/**
 * Counts requests per key and minute. The count is in memory, so a request costs no round trip; once a second the
 * processes add up their counts in the database. Together they may therefore pass a limit by what one second brings.
 * When the database is away each process goes on with its own count.
 */
@Injectable()
export class RateCounter implements OnApplicationShutdown {
  private readonly logger = new Logger(RateCounter.name);
  private window = 0;
  private entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private sharing: Promise<void> = Promise.resolve();

  constructor(private readonly counts: RateLimitCountsRepository) {}

  /** Counts one more request. */
  add(key: string): { used: number; resetSeconds: number } {
    const seconds = Date.now() / 1_000;
    const window = Math.floor(seconds / WINDOW_SECONDS);
    if (window !== this.window) {
      this.window = window;
      this.entries = new Map();
    }
    let entry = this.entries.get(key);
    if (!entry) this.entries.set(key, (entry = { total: 0, unshared: 0 }));
    entry.total += 1;
    entry.unshared += 1;
    this.timer ??= setTimeout(() => this.beginSharing(), SHARE_MS).unref();
    return { used: entry.total, resetSeconds: Math.ceil((window + 1) * WINDOW_SECONDS - seconds) };
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.sharing;
  }

  private beginSharing(): void {
    this.sharing = this.share().finally(() => {
      this.timer = undefined;
    });
  }

  private async share(): Promise<void> {
    const { window, entries } = this;
    const added = [...entries].flatMap(([key, { unshared }]) =>
      unshared > 0 ? { key, count: unshared } : [],
    );
    try {
      const totals = await this.counts.add(NO_TRANSACTION, window, added);
      for (const { key, count } of added) settle(entries.get(key), count);
      for (const { key, count } of totals) {
        const entry = entries.get(key);
        if (entry) entry.total = count + entry.unshared;
      }
      if (Math.random() < 1 / WINDOW_SECONDS) await this.counts.deleteBefore(NO_TRANSACTION, window - 1);
    } catch (error) {
      this.logger.warn({ err: error }, 'The rate limits count without the other processes for now');
    }
  }
}

function settle(entry: Entry | undefined, shared: number): void {
  if (entry) entry.unshared -= shared;
}
