import { TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { type ArchiveInspection, inspectArchive } from '#libs/package-archive';
import { ArchivesService } from '../archives.service.js';
import { ArchiveAccepted } from '../node-version.events.js';
import type { NodeVersion } from '#libs/version-store';
import { NodeVersionsService } from '../node-versions.service.js';
import { VersionReaderRepository } from '../version-reader.repository.js';

/** Many honest packages have none, so this is no reason to hold a version back. */
const NO_LICENCE =
  'no_licence_file: The archive has no licence file, so nobody knows what they may do with it.';

/** Decides whether an uploaded archive is harmless. A bad one flags the version, for its owner and the admins to see. */
@JobHandler({ name: 'node-versions.check', maxAttempts: 5, leaseSeconds: 60, concurrency: 2 })
export class CheckNodeVersionJob implements Job<{ versionId: string }> {
  constructor(
    private readonly reader: VersionReaderRepository,
    private readonly versions: NodeVersionsService,
    private readonly archives: ArchivesService,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
  ) {}

  async run({ versionId }: { versionId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const version = await this.versions.find(versionId);
    if (version?.status !== 'NodeVersionStatusPending' || version.archiveKey === null) return done();
    const inspection = await this.archives.withFile(version, signal, (file) => inspectArchive(file));
    await this.settle(version, inspection);
    return done();
  }

  async onDead({ versionId }: { versionId: string }): Promise<void> {
    await this.flag(versionId, 'The archive could not be checked.');
  }

  private async settle(version: NodeVersion, inspection: ArchiveInspection): Promise<void> {
    if (!inspection.accepted) return this.flag(version.id, `${inspection.code}: ${inspection.reason}`);
    const note = inspection.summary.licenceFile === undefined ? NO_LICENCE : '';
    await this.transactions.run(async (scope) => {
      await this.versions.note(scope, version.id, note);
      const publisherId = await this.reader.publisherOf(scope, version.nodeId);
      await this.events.publish(scope, new ArchiveAccepted(version, publisherId));
    });
  }

  private async flag(versionId: string, reason: string): Promise<void> {
    await this.transactions.run((scope) =>
      this.versions.settle(scope, versionId, {
        status: 'NodeVersionStatusFlagged',
        statusReason: reason,
        appNodeExtractStatus: 'failed',
        appNodeExtractReason: 'The archive was not accepted.',
      }),
    );
  }
}
