import { Injectable } from '@nestjs/common';
import { RateLimited } from '#libs/platform/errors';
import { NO_TRANSACTION } from '#libs/platform/database';
import { AssetsRepository, type StoredLimits, type StoredOwner } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';

const MEGABYTE = 1024 * 1024;
/** Inputs without a token go soon after their tasks; those of users stay for a day. */
const ANONYMOUS_RETRY_SECONDS = '60';
const USER_RETRY_SECONDS = '3600';

/**
 * How much callers may have stored. What counts is what is there, in the statement that adds to it: requests at the very
 * same moment may together pass a limit, by what as many statements add as the pools have connections.
 */
@Injectable()
export class StoredQuota {
  constructor(
    private readonly rows: AssetsRepository,
    private readonly settings: AssetsSettings,
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
