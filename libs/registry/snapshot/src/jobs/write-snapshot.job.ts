import type { OnApplicationBootstrap } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome, JobQueue, QueueSettings } from '#libs/platform/queue';
import { SnapshotSettings } from '../snapshot.settings.js';
import { Snapshots } from '../snapshots.js';

/** Writes the snapshot every night, and at the start where there is none of the last day. */
@JobHandler({ name: 'registry.write-snapshot', maxAttempts: 3, concurrency: 1, every: '1d' })
export class WriteSnapshotJob implements Job<{ onlyIfOld?: true }>, OnApplicationBootstrap {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly settings: SnapshotSettings,
    private readonly queueSettings: QueueSettings,
    private readonly queue: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.isWritten || !this.queueSettings.runsJobs || (await this.snapshots.isRecent())) return;
    await this.queue.enqueue(NO_TRANSACTION, WriteSnapshotJob, { onlyIfOld: true }, { key: 'start' });
  }

  async run({ onlyIfOld = false }: { onlyIfOld?: boolean }): Promise<JobOutcome> {
    if (this.settings.isWritten && !(onlyIfOld && (await this.snapshots.isRecent())))
      await this.snapshots.write();
    return done();
  }
}
