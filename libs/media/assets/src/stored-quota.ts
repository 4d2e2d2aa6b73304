import { Injectable } from '@nestjs/common';
import { RateLimited } from '#libs/platform/errors';
import {
  allStatements,
  NO_TRANSACTION,
  SharedRounds,
  type StatementScope,
  type TransactionOptions,
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

/** Limits what callers may store. Counts the stored files, in a transaction that excludes others of the same owners. */
@Injectable()
export class StoredQuota {
  private readonly inserts = new SharedRounds<Asset, void>({
    ownerOf: lockOf,
    together: async (all, options) => {
      await this.insertAll(all, options);
      return new Map(all.map((input) => [input, undefined]));
    },
    alone: (input, options) => this.insertAll([input], options),
  });

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

  /**
   * Call after the transaction has added files. Until it ends, calls for the same owners wait.
   * @throws RateLimited when an owner then exceeds a limit.
   */
  async requireWithin(scope: TransactionScope, owners: readonly StoredOwner[]): Promise<void> {
    const limited = owners.filter((owner) => this.isLimited(owner));
    const distinct = new Map(limited.map((owner) => [owner.userId ?? owner.source, owner]));
    if (distinct.size === 0) return;
    await allStatements([
      this.rows.lockOwners(scope, limited.map(lockOf)),
      ...[...distinct.values()].map((owner) => this.requireRoom(scope, owner, 0)),
    ]);
  }

  /**
   * Inputs that arrive at the same time share a transaction.
   * @throws RateLimited when its owner would exceed a limit.
   */
  async insert(input: Asset): Promise<void> {
    await this.inserts.do(input);
  }

  private async insertAll(inputs: readonly Asset[], options: TransactionOptions): Promise<void> {
    await this.transactions.run(
      (scope) => allStatements([this.rows.insertMany(scope, inputs), this.requireWithin(scope, inputs)]),
      options,
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

/** All callers without a token count as one, as they share a limit. */
function lockOf({ userId }: StoredOwner): string {
  return userId ?? 'anonymous';
}
