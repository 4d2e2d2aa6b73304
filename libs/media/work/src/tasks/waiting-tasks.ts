import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import {
  allStatements,
  NO_TRANSACTION,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { RateLimited } from '#libs/platform/errors';
import type { Principal } from '#libs/platform/http';
import type { Task } from './task.entity.js';
import { TasksRepository } from './tasks.repository.js';
import { TasksSettings } from './tasks.settings.js';

const RETRY_AFTER_SECONDS = '30';

/** Whose tasks are waiting: a user, or the source of callers without a token. */
type Caller = Pick<Task, 'userId' | 'source'>;

@Injectable()
export class WaitingTasks {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly assets: AssetsService,
    private readonly settings: TasksSettings,
  ) {}

  /**
   * Call before anything is stored.
   * @throws RateLimited when the caller may have no more waiting tasks.
   */
  async requirePlace(principal: Principal | undefined): Promise<void> {
    const caller = {
      userId: principal?.userId ?? null,
      source: principal ? null : this.assets.callerSource(),
    };
    await this.require(NO_TRANSACTION, caller, 1);
  }

  /**
   * Call after the transaction has added tasks. Until it ends, calls for the same callers wait.
   * @throws RateLimited when it has added more tasks of a caller than may wait.
   */
  async requireWithin(scope: TransactionScope, callers: readonly Caller[]): Promise<void> {
    const limited = callers.filter((caller) => this.limitOf(caller) > 0);
    const distinct = new Map(limited.map((caller) => [callerKey(caller), caller]));
    if (distinct.size === 0) return;
    await allStatements([
      this.tasks.lockCallers(scope, [...distinct.keys()]),
      ...[...distinct.values()].map((caller) => this.require(scope, caller, 0)),
    ]);
  }

  private async require(scope: StatementScope, caller: Caller, more: number): Promise<void> {
    const limit = this.limitOf(caller);
    if (limit === 0 || (await this.tasks.countWaiting(scope, caller, limit + 1)) + more <= limit) return;
    const whose = caller.userId !== null ? 'You have' : 'Callers without a token at your address have';
    throw new RateLimited(
      `${whose} ${limit} tasks waiting, which is the limit. Try again when some of them have started.`,
      { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
    );
  }

  private limitOf({ userId }: Caller): number {
    return userId === null ? this.settings.waitingPerAddress : this.settings.waitingPerUser;
  }
}

function callerKey({ userId, source }: Caller): string {
  return userId ?? `address:${source}`;
}
