import { NO_TRANSACTION } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { RescansRepository } from '../rescans.repository.js';
import { VersionRescan } from '../version-rescan.js';

/** Scanned in one run of the job, so that other jobs get their turn. */
const BATCH = 20;

/** Scans all versions again, in the order of their ids. After a crash it goes on behind the last one that was done. */
@JobHandler({ name: 'node-versions.rescan', maxAttempts: 10, concurrency: 1 })
export class RescanVersionsJob implements Job<{ rescanId: string }> {
  constructor(
    private readonly rescans: RescansRepository,
    private readonly scan: VersionRescan,
  ) {}

  async run({ rescanId }: { rescanId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const rescan = await this.rescans.find(NO_TRANSACTION, rescanId);
    if (!rescan || rescan.endedAt !== null) return done();
    const versions = await this.rescans.listNext(NO_TRANSACTION, rescan.lastVersionId, BATCH);
    for (const version of versions) {
      // An archive that cannot be read must not stop the scan of the others.
      const isFound = await this.scan.run(version, rescan, signal).catch((): undefined => undefined);
      if (signal.aborted) return again({ afterSeconds: 0 });
      await this.rescans.advance(NO_TRANSACTION, rescanId, {
        lastVersionId: version.id,
        done: 1,
        failed: isFound === undefined ? 1 : 0,
        found: isFound === true ? 1 : 0,
      });
    }
    if (versions.length === BATCH) return again({ afterSeconds: 0 });
    await this.rescans.end(NO_TRANSACTION, rescanId);
    return done();
  }

  async onDead({ rescanId }: { rescanId: string }): Promise<void> {
    await this.rescans.end(NO_TRANSACTION, rescanId);
  }
}
