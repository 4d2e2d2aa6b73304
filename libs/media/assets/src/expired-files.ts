import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { ObjectStorage } from '#libs/platform/storage';
import { Asset } from './asset.entity.js';
import { AssetsRepository } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';

/** After a crash, the remaining files of an expired task are removed after this time, with their rows. */
const LEFT_MS = 10 * 60_000;

/** Removes the files of expired tasks. Hidden rows of outputs remain as long as links to them work. */
@Injectable()
export class ExpiredFiles {
  constructor(
    private readonly assets: AssetsRepository,
    private readonly storage: ObjectStorage,
    private readonly settings: AssetsSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Hides every file of the tasks.
   * @returns The files, to `remove` after the transaction; otherwise `AssetsService.removeExpired` does it.
   */
  async hide(scope: TransactionScope, taskIds: readonly string[]): Promise<Asset[]> {
    return this.assets.expireOfTasks(scope, taskIds, this.clock.in(LEFT_MS));
  }

  async remove(files: readonly Asset[]): Promise<void> {
    for (const asset of files) await this.storage.delete(Asset.storageKeyOf(asset));
    const ids = files.map(({ id }) => id);
    if (ids.length > 0) await this.assets.keepGone(NO_TRANSACTION, ids, this.linksEnd);
  }

  /** When every link made so far has expired. */
  private get linksEnd(): Date {
    return this.clock.in(this.settings.linkSeconds * 1000);
  }
}
