import { NO_TRANSACTION } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { PicturesRepository } from './pictures.repository.js';
import { PicturesSettings } from './pictures.settings.js';

const BATCH = 200;

/** Removes pictures that were kept long enough, or that there is no more room for; who wants them again has them made again. */
@JobHandler({ name: 'pictures.expire', maxAttempts: 3, concurrency: 1, every: '1h' })
export class ExpirePicturesJob implements Job<object> {
  constructor(
    private readonly pictures: PicturesRepository,
    private readonly storage: ObjectStorage,
    private readonly settings: PicturesSettings,
  ) {}

  async run(): Promise<JobOutcome> {
    await this.pictures.expireBeyond(NO_TRANSACTION, this.settings.cacheBytes);
    const expired = await this.pictures.listExpired(NO_TRANSACTION, BATCH);
    for (const { key, storageKey } of expired) {
      // The file first: a row without its file is made again, a file without a row would stay.
      if (storageKey !== null) await this.storage.delete(storageKey);
      await this.pictures.deleteExpired(NO_TRANSACTION, key);
    }
    return expired.length === BATCH ? again({ afterSeconds: 0 }) : done();
  }
}
