import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { ObjectStorage } from '../object-storage.js';
import { PendingUploadsRepository } from './pending-uploads.repository.js';

/** Far longer than storing 1 GB takes; a slower one is refused at its end, and its bytes are removed. */
const GIVEN_UP_AFTER_HOURS = 6;

/** A local file, and a key for it that was never used before. */
export type Upload = { path: string; key: string; contentType: string };

/** Ends the upload within the transaction that gives it an owner; false when it has been given up. */
export type TakeUpload = (scope: TransactionScope) => Promise<boolean>;

/**
 * Stores large files outside any transaction, without leaving any behind when the process dies: a row names the bytes
 * before they exist, and is removed in the transaction in which another row comes to own them.
 */
@Injectable()
export class PendingUploads {
  constructor(
    private readonly uploads: PendingUploadsRepository,
    private readonly storage: ObjectStorage,
  ) {}

  /**
   * Stores a file and lets `own` give it an owner, by a row with the key, in a transaction that calls `take`. The
   * bytes are removed unless they were taken.
   * @returns what `own` returns.
   * @throws what storing and `own` throw.
   */
  async store<T>({ path, key, contentType }: Upload, own: (take: TakeUpload) => Promise<T>): Promise<T> {
    await this.uploads.insert(NO_TRANSACTION, key);
    try {
      await this.storage.putFile(key, path, contentType);
      return await own((scope) => this.uploads.take(scope, key));
    } finally {
      // If this fails too, the sweep does it.
      await this.discard(key).catch(() => undefined);
    }
  }

  /** Releases a stored file, whose owner's row drops it in this transaction; its bytes are removed afterwards. */
  async release(scope: TransactionScope, key: string): Promise<void> {
    await this.uploads.insertAbandoned(scope, key);
    // If this fails, the sweep does it.
    scope.afterCommit(() => void this.remove(key).catch(() => undefined));
  }

  /** Removes the bytes of uploads given up hours ago, at most `limit`; returns how many. */
  async sweep(limit: number): Promise<number> {
    const leftovers = await this.uploads.abandonOlderThan(NO_TRANSACTION, GIVEN_UP_AFTER_HOURS, limit);
    for (const key of leftovers) await this.remove(key);
    return leftovers.length;
  }

  private async discard(key: string): Promise<void> {
    if (await this.uploads.abandon(NO_TRANSACTION, key)) await this.remove(key);
  }

  /** The row is deleted last: if the process dies in between, the next sweep finds it. */
  private async remove(key: string): Promise<void> {
    // Earlier releases recorded the folder of an archive.
    if (key.endsWith('/')) await this.storage.deleteAll(key);
    else await this.storage.delete(key);
    await this.uploads.delete(NO_TRANSACTION, key);
  }
}
