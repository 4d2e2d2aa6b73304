import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { NO_TRANSACTION } from '#libs/platform/database';
import { RateLimited } from '#libs/platform/errors';
import type { Principal } from '#libs/platform/http';
import { KnownRoom, Rounds } from '#libs/platform/runtime';
import type { Task } from './task.entity.js';
import { TasksRepository } from './tasks.repository.js';
import { TasksSettings } from './tasks.settings.js';

const RETRY_AFTER_SECONDS = '30';
/** Counts at a time, and callers in one. */
const COUNTS = { items: 100, rounds: 4 };

/** Whose waiting tasks are counted, and up to how many. */
type Waiting = { caller: Pick<Task, 'userId' | 'source'>; limit: number };

/** Keeps the number of tasks that wait for a caller within its limit. */
@Injectable()
export class WaitingTasks {
  private readonly counts = new Rounds((all: readonly Waiting[]) => this.countAll(all), COUNTS);
  private readonly known = new KnownRoom();

  constructor(
    private readonly tasks: TasksRepository,
    private readonly assets: AssetsService,
    private readonly settings: TasksSettings,
  ) {}

  /** @throws RateLimited when no more task of the caller may wait. */
  async requirePlace(principal: Principal | undefined): Promise<void> {
    const limit = principal ? this.settings.waitingPerUser : this.settings.waitingPerAddress;
    if (limit === 0) return;
    const caller = {
      userId: principal?.userId ?? null,
      source: principal ? null : this.assets.callerSource(),
    };
    if (await this.hasPlace({ caller, limit })) return;
    const whose = principal ? 'You have' : 'Callers without a token at your address have';
    throw new RateLimited(
      `${whose} ${limit} tasks waiting, which is as many as allowed. Come back when some of them have begun.`,
      { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
    );
  }

  private async hasPlace(of: Waiting): Promise<boolean> {
    const key = callerKey(of);
    if (this.known.take(key, 1)) return true;
    const left = of.limit - (await this.counts.do(of));
    this.known.learn(key, left, 1);
    return left > 0;
  }

  /** Once for each caller. */
  private async countAll(all: readonly Waiting[]): Promise<PromiseSettledResult<number>[]> {
    const counts = new Map<string, Promise<number>>();
    const counted = all.map((waiting) => {
      const key = callerKey(waiting);
      const count = counts.get(key) ?? this.tasks.countWaiting(NO_TRANSACTION, waiting.caller, waiting.limit);
      counts.set(key, count);
      return count;
    });
    return Promise.allSettled(counted);
  }
}

function callerKey({ caller }: Waiting): string {
  return `${caller.userId} ${caller.source}`;
}
