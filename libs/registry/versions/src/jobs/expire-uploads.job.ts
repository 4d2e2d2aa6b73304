import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { NodeVersionsRepository } from '#libs/registry/versions/store';
import { NO_TRANSACTION } from '#libs/platform/database';
import { ArchivesService } from '../archives.service.js';
import { NodeVersionsService } from '../node-versions.service.js';

const BATCH = 200;

/** Deletes versions whose archive did not arrive in time. */
@JobHandler({
  name: 'node-versions.expire-uploads',
  maxAttempts: 3,
  concurrency: 1,
  every: '1m',
})
export class ExpireUploadsJob implements Job<Record<string, never>> {
  constructor(
    private readonly rows: NodeVersionsRepository,
    private readonly versions: NodeVersionsService,
    private readonly archives: ArchivesService,
  ) {}

  async run(): Promise<JobOutcome> {
    for (const { id } of await this.rows.listOverdue(NO_TRANSACTION, BATCH)) {
      // A process that was killed may have stored an archive without recording it.
      if (await this.versions.expireUpload(id)) await this.archives.discard(id);
    }
    return done();
  }
}
