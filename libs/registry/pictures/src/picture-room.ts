import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { ExpirePicturesJob } from './expire-pictures.job.js';
import { KEPT_MS } from './picture-cache.js';
import { type CacheFigures, PicturesRepository } from './pictures.repository.js';
import { PicturesSettings } from './pictures.settings.js';

/** What the cache takes, for admins. */
@Injectable()
export class PictureRoom {
  constructor(
    private readonly pictures: PicturesRepository,
    private readonly queue: JobQueue,
    private readonly settings: PicturesSettings,
  ) {}

  get bytesMax(): number {
    return this.settings.cacheBytes;
  }

  get keptSeconds(): number {
    return KEPT_MS / 1000;
  }

  async measure(): Promise<CacheFigures> {
    return this.pictures.measure(NO_TRANSACTION);
  }

  /** Nobody sees the present ones from now on; a job removes their files. */
  async empty(scope: TransactionScope): Promise<void> {
    await this.pictures.expireBeyond(scope, -1);
    await this.queue.enqueue(scope, ExpirePicturesJob, {});
  }
}
