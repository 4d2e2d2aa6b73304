import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { UsersService } from '#libs/accounts/users';
import { type StoredResults, TaskRemovals } from '#libs/media/work';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { PictureRoom } from '#libs/registry/pictures';
import type { FreeStorageRequest } from './dto/storage.request.js';
import type { FreedStorageResponse } from './dto/storage.response.js';

const USERS_SHOWN = 10;

/** Frees the disk of what admins choose. Rows of tasks, the ledger and the registry stay. */
@Injectable()
export class StorageRemovals {
  constructor(
    private readonly results: TaskRemovals,
    private readonly pictures: PictureRoom,
    private readonly users: UsersService,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Counts what is removed; without `dry_run`, jobs then remove it. */
  async remove(principal: Principal, request: FreeStorageRequest): Promise<FreedStorageResponse> {
    return request.what === 'results'
      ? this.removeResults(principal, request)
      : this.removePictures(principal, request);
  }

  private async removeResults(
    principal: Principal,
    request: FreeStorageRequest,
  ): Promise<FreedStorageResponse> {
    const { ended_before: endedBefore = '', user_id: userId = null, dry_run: isDryRun, reason } = request;
    const removed = { endedBefore: new Date(endedBefore), userId };
    const { tasks, files, bytes, userCount, users } = await this.results.measure(removed, USERS_SHOWN);
    if (!isDryRun && tasks > 0)
      await this.transactions.run(async (scope) => {
        await this.results.start(scope, removed);
        await this.audit.record(scope, principal, 'storage.free', 'results', {
          reason,
          after: { ended_before: endedBefore, user_id: userId, tasks, files, bytes },
        });
      });
    return { tasks, files, bytes, user_count: userCount, users: await this.named(users) };
  }

  private async removePictures(
    principal: Principal,
    { dry_run: isDryRun, reason }: FreeStorageRequest,
  ): Promise<FreedStorageResponse> {
    const figures = await this.pictures.measure();
    if (!isDryRun && figures.files > 0)
      await this.transactions.run(async (scope) => {
        await this.pictures.empty(scope);
        await this.audit.record(scope, principal, 'storage.free', 'pictures', {
          reason,
          after: figures,
        });
      });
    return { tasks: 0, ...figures, user_count: 0, users: [] };
  }

  private async named(owners: StoredResults['users']): Promise<FreedStorageResponse['users']> {
    const names = await this.users.namesOf(owners.map(({ userId }) => userId));
    return owners.map(({ userId, ...figures }) => ({
      user_id: userId,
      user_name: names.get(userId ?? '') ?? null,
      ...figures,
    }));
  }
}
