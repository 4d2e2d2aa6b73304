import { Injectable } from '@nestjs/common';
import { RateLimited } from '#libs/platform/errors';
import { allStatements, NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import type { Asset } from './asset.entity.js';
import { AssetsRepository, type StoredLimits, type StoredOwner } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';

const MEGABYTE = 1024 * 1024;
/** Inputs without a token go soon after their tasks; those of users stay for a day. */
const ANONYMOUS_RETRY_SECONDS = '60';
const USER_RETRY_SECONDS = '3600';

/** How much callers may have stored. What counts is what is there, in a transaction that no other one of the same owner goes beside. */
@Injectable()
export class StoredQuota {
  constructor(
    private readonly rows: AssetsRepository,
    private readonly settings: AssetsSettings,
    private readonly transactions: TransactionRunner,
  ) {}

  /** The limits in bytes. */
  get limits(): StoredLimits {
    const { mbPerUser, mbPerAddress, mbAnonymous } = this.settings;
    const bytes = (megabytes: number): number | null => (megabytes === 0 ? null : megabytes * MEGABYTE);
    return { perUser: bytes(mbPerUser), perSource: bytes(mbPerAddress), anonymous: bytes(mbAnonymous) };
  }

  /** @throws RateLimited when the owner would have more stored than allowed. */
  async require(owner: StoredOwner, bytes: number): Promise<void> {
    if (!(await this.rows.hasRoom(NO_TRANSACTION, owner, bytes, this.limits))) throw this.exceeded(owner);
  }

  /**
   * Adds an input.
   * @throws RateLimited when its owner would have more stored than allowed then.
   */
  async insert(input: Asset): Promise<void> {
    const isAdded = await this.transactions.run(async (scope) => {
      const locking = this.rows.lockOwner(scope, input);
      const adding = this.rows.insert(scope, input, this.limits);
      await allStatements([locking, adding]);
      return adding;
    });
    if (!isAdded) throw this.exceeded(input);
  }

  /** The message to an owner who would have more stored than allowed. */
  exceeded({ userId }: StoredOwner): Error {
    const { mbPerUser, mbPerAddress, mbAnonymous } = this.settings;
    if (userId !== null) {
      const message =
        `Your uploads and inputs may take ${mbPerUser} MB. Inputs go a day after the end of their task, or with it; ` +
        'uploads go when their link ends.';
      return new RateLimited(message, { headers: { 'Retry-After': USER_RETRY_SECONDS } });
    }
    const message =
      `Without a token, inputs of unfinished tasks may take ${mbPerAddress} MB per address and ${mbAnonymous} MB in all. ` +
      'They go soon after their tasks have ended; a token has more room.';
    return new RateLimited(message, { headers: { 'Retry-After': ANONYMOUS_RETRY_SECONDS } });
  }
}
