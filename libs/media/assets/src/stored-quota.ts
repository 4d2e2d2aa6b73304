import { Injectable } from '@nestjs/common';
import { RateLimited } from '#libs/platform/errors';
import {
  allStatements,
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import type { Asset } from './asset.entity.js';
import { AssetsRepository, type StoredLimits, type StoredOwner } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';

const MEGABYTE = 1024 * 1024;
/** Inputs sent without a token are removed soon after their tasks; those of users stay for a day. */
const ANONYMOUS_RETRY_SECONDS = '60';
const USER_RETRY_SECONDS = '3600';

/** Limits what callers may store. Counts the stored files, in a transaction that excludes others of the same owner. */
@Injectable()
export class StoredQuota {
  constructor(
    private readonly rows: AssetsRepository,
    private readonly settings: AssetsSettings,
    private readonly transactions: TransactionRunner,
  ) {}

  /** In bytes. */
  private get limits(): StoredLimits {
    const { mbPerUser, mbPerAddress, mbAnonymous } = this.settings;
    const bytes = (megabytes: number): number | null => (megabytes === 0 ? null : megabytes * MEGABYTE);
    return { perUser: bytes(mbPerUser), perSource: bytes(mbPerAddress), anonymous: bytes(mbAnonymous) };
  }

  /** @throws RateLimited when the owner would exceed a limit. */
  async require(owner: StoredOwner, bytes: number): Promise<void> {
    await this.requireRoom(NO_TRANSACTION, owner, bytes);
  }

  /** Like `require`, and blocks other transactions that add files of the same owner until this one ends. */
  async requireWithin(scope: TransactionScope, owner: StoredOwner, bytes: number): Promise<void> {
    if (!this.isLimited(owner)) return;
    await allStatements([this.rows.lockOwner(scope, owner), this.requireRoom(scope, owner, bytes)]);
  }

  /** @throws RateLimited when its owner would exceed a limit. */
  async insert(input: Asset): Promise<void> {
    await this.transactions.run((scope) =>
      allStatements([this.requireWithin(scope, input, input.bytes ?? 0), this.rows.insert(scope, input)]),
    );
  }

  private async requireRoom(scope: StatementScope, owner: StoredOwner, bytes: number): Promise<void> {
    if (!(await this.rows.hasRoom(scope, owner, bytes, this.limits))) throw this.exceeded(owner);
  }

  private isLimited({ userId }: StoredOwner): boolean {
    const { perUser, perSource, anonymous } = this.limits;
    return userId === null ? perSource !== null || anonymous !== null : perUser !== null;
  }

  private exceeded({ userId }: StoredOwner): Error {
    const { mbPerUser, mbPerAddress, mbAnonymous } = this.settings;
    if (userId !== null) {
      const message =
        `Your uploads and inputs may take ${mbPerUser} MB. Inputs are removed a day after their task ends, or with it; ` +
        'uploads are removed when their link expires.';
      return new RateLimited(message, { headers: { 'Retry-After': USER_RETRY_SECONDS } });
    }
    const message =
      `Without a token, inputs of unfinished tasks may take ${mbPerAddress} MB per address and ${mbAnonymous} MB in all. ` +
      'They are removed soon after their tasks end; callers with a token have more room.';
    return new RateLimited(message, { headers: { 'Retry-After': ANONYMOUS_RETRY_SECONDS } });
  }
}
