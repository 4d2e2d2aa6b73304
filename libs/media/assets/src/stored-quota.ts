import { Injectable } from '@nestjs/common';
import { RateLimited } from '#libs/platform/errors';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { KnownRoom } from '#libs/platform/runtime';
import {
  AssetsRepository,
  type SmallFile,
  type StoredLimits,
  type StoredOwner,
} from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';

const MEGABYTE = 1024 * 1024;
/** Inputs without a token go soon after their tasks; those of users stay for a day. */
const ANONYMOUS_RETRY_SECONDS = '60';
const USER_RETRY_SECONDS = '3600';

/**
 * How much callers may have stored. What counts is what is there, in the statement that adds to it: requests at the very
 * same moment may together pass a limit, by what as many statements add as the pools have connections. Small files of users
 * who are far below theirs are not summed up each time.
 */
@Injectable()
export class StoredQuota {
  private readonly known = new KnownRoom();

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

  /**
   * Adds small files of tasks as `AssetsRepository.insertSmall` does, within the limits.
   * @returns The ids of the tasks whose files were added.
   */
  async insertSmall(scope: TransactionScope, files: readonly SmallFile[]): Promise<Set<string>> {
    const { perUser, ...others } = this.limits;
    const ofUsers = perUser === null ? [] : bytesOfUsers(files);
    const isFar = ofUsers.every(([userId, bytes]) => this.known.take(userId, bytes));
    const limits = { perUser: isFar ? null : perUser, ...others };
    const added = await this.rows.insertSmall(scope, files, limits);
    const stored = new Map(added.map(({ userId, storedBefore }) => [userId, storedBefore]));
    for (const [userId, bytes] of ofUsers) {
      const before = stored.get(userId) ?? null;
      if (perUser !== null && before !== null) this.known.learn(userId, perUser - before, bytes);
    }
    return new Set(added.map(({ taskId }) => taskId));
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

function bytesOfUsers(files: readonly SmallFile[]): [userId: string, bytes: number][] {
  const sums = new Map<string, number>();
  for (const { asset, content } of files)
    if (asset.userId !== null) sums.set(asset.userId, (sums.get(asset.userId) ?? 0) + content.byteLength);
  return [...sums];
}
