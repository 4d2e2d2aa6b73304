import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TransactionRunner } from '#libs/platform/database';
import { NodeDownloadsRepository } from './node-downloads.repository.js';
import { NodesSettings } from './nodes.settings.js';

/** Counts downloads in memory and adds them to the nodes in batches, so that a download never waits for a row lock. */
@Injectable()
export class DownloadCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(DownloadCounter.name);
  private counts = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly downloads: NodeDownloadsRepository,
    private readonly settings: NodesSettings,
    private readonly transactions: TransactionRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), this.settings.downloadFlushMs);
    this.timer.unref();
  }

  /** Runs after the server has answered its last request, while the database is still available. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** @param nodeId The id as stored. */
  add(nodeId: string, count = 1): void {
    this.counts.set(nodeId, (this.counts.get(nodeId) ?? 0) + count);
  }

  /** Writes what was counted so far, after any write that is still running. A batch that fails is kept for the next write. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (this.counts.size === 0) return;
    const batch = this.counts;
    this.counts = new Map();
    try {
      await this.transactions.run((scope) => this.downloads.add(scope, batch));
    } catch (error) {
      this.log.error({ msg: 'Downloads could not be counted yet', nodes: batch.size, error });
      for (const [nodeId, count] of batch) this.add(nodeId, count);
    }
  }
}
