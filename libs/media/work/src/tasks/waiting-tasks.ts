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
import { Rounds } from '#libs/platform/runtime';
import { type Caller, TasksRepository } from './tasks.repository.js';
import { TasksSettings } from './tasks.settings.js';

const RETRY_AFTER_SECONDS = '30';
/** Callers per statement, and concurrent statements. */
const COUNTS = { items: 100, rounds: 2 };

@Injectable()
export class WaitingTasks {
  private readonly counts = new Rounds((callers: readonly Caller[]) => this.countAll(callers), COUNTS);

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
    const limit = this.limitOf(caller);
    if (limit > 0 && (await this.counts.do(caller)) >= limit) throw tooMany(caller, limit);
  }

  /**
   * Call after the transaction has added tasks. Until it ends, calls for the same callers wait.
   * @throws RateLimited when it has added more tasks of a caller than may wait.
   */
  async requireWithin(scope: TransactionScope, callers: readonly Caller[]): Promise<void> {
    const limited = callers.filter((caller) => this.limitOf(caller) > 0);
    if (limited.length === 0) return;
    const distinct = distinctOf(limited);
    await allStatements([
      this.tasks.lockCallers(scope, [...distinct.keys()]),
      this.requireLimits(scope, [...distinct.values()]),
    ]);
  }

  private async requireLimits(scope: TransactionScope, callers: readonly Caller[]): Promise<void> {
    const counts = await this.count(scope, callers);
    const refused = callers.find((caller, at) => (counts[at] ?? 0) > this.limitOf(caller));
    if (refused) throw tooMany(refused, this.limitOf(refused));
  }

  private async countAll(callers: readonly Caller[]): Promise<PromiseSettledResult<number>[]> {
    const distinct = distinctOf(callers);
    const counts = await this.count(NO_TRANSACTION, [...distinct.values()]);
    const byKey = new Map([...distinct.keys()].map((key, at) => [key, counts[at] ?? 0]));
    return callers.map((caller) => ({ status: 'fulfilled', value: byKey.get(callerKey(caller)) ?? 0 }));
  }

  /** Counted up to one more than may wait. */
  private async count(scope: StatementScope, callers: readonly Caller[]): Promise<number[]> {
    return this.tasks.countWaiting(
      scope,
      callers.map((caller) => ({ ...caller, most: this.limitOf(caller) + 1 })),
    );
  }

  private limitOf({ userId }: Caller): number {
    return userId === null ? this.settings.waitingPerAddress : this.settings.waitingPerUser;
  }
}

function distinctOf(callers: readonly Caller[]): Map<string, Caller> {
  return new Map(callers.map((caller) => [callerKey(caller), caller]));
}

function callerKey({ userId, source }: Caller): string {
  return userId ?? `address:${source}`;
}

function tooMany({ userId }: Caller, limit: number): Error {
  const whose = userId !== null ? 'You have' : 'Callers without a token at your address have';
  return new RateLimited(
    `${whose} ${limit} tasks waiting, which is the limit. Try again when some of them have started.`,
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
  );
}
