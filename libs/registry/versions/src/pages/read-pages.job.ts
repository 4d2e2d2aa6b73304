import { NO_TRANSACTION } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ArchiveCheck } from '../archive-check.js';
import { VersionPages } from './version-pages.js';
import { VersionPagesRepository } from './version-pages.repository.js';

/** Read in one run, so that other jobs get their turn. */
const BATCH = 10;

/** Reads the pages of versions from releases that stored none, newest first. */
@JobHandler({ name: 'node-versions.read-pages', maxAttempts: 3, concurrency: 1, every: '15m' })
export class ReadPagesJob implements Job<object> {
  constructor(
    private readonly archives: ArchiveCheck,
    private readonly pages: VersionPages,
    private readonly unread: VersionPagesRepository,
  ) {}

  async run(_: object, { signal }: Pick<JobRun, 'signal'>): Promise<JobOutcome> {
    const versions = await this.unread.listUnread(NO_TRANSACTION, BATCH);
    for (const { id, archiveKey } of versions) {
      const page = await this.archives.readPage(archiveKey ?? '', signal);
      if (signal.aborted) return again({ afterSeconds: 0 });
      await this.pages.keep(NO_TRANSACTION, id, page);
    }
    return versions.length === BATCH ? again({ afterSeconds: 0 }) : done();
  }
}
