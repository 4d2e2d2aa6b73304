import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { TryLimitRequest } from './dto/settings.request.js';
import type { LimitTrialResponse } from './dto/settings.response.js';
import { type CallerFigures, type LimitFigures, LimitTrialRepository } from './limit-trial.repository.js';

const DAY_MS = 86_400_000;
const MEGABYTE = 1024 * 1024;

/** Tells what a limit would have refused, as far as it is recorded. */
@Injectable()
export class LimitTrial {
  constructor(
    private readonly records: LimitTrialRepository,
    private readonly clock: Clock,
  ) {}

  async read({ limit, value, days }: TryLimitRequest): Promise<LimitTrialResponse> {
    const since = new Date(this.clock.now().getTime() - days * DAY_MS);
    switch (limit) {
      case 'waiting_tasks_per_user':
        return ofTasks(since, await this.records.waiting(NO_TRANSACTION, 'user', value, since));
      case 'waiting_tasks_per_address':
        return ofTasks(since, await this.records.waiting(NO_TRANSACTION, 'address', value, since));
      case 'credits_per_day':
        return ofTasks(since, await this.records.credits(NO_TRANSACTION, value, since));
      case 'stored_mb_per_user':
        return ofFiles(await this.records.stored(NO_TRANSACTION, 'user', value * MEGABYTE));
      case 'stored_mb_per_address':
        return ofFiles(await this.records.stored(NO_TRANSACTION, 'address', value * MEGABYTE));
      case 'requests_per_minute':
        // Requests leave nothing behind that could be counted.
        return { known_from: 'nothing', since: null, ...NOTHING };
    }
  }
}

const NOTHING = { requests: null, refused: null, callers: null, refused_callers: null };

function ofTasks(since: Date, figures: LimitFigures | undefined): LimitTrialResponse {
  const { requests = 0, refused = 0, callers = 0, refusedCallers = 0 } = figures ?? {};
  return {
    ...{ known_from: 'tasks', since: since.toISOString() },
    ...{ requests, refused, callers, refused_callers: refusedCallers },
  };
}

function ofFiles(figures: CallerFigures | undefined): LimitTrialResponse {
  const { callers = 0, refusedCallers = 0 } = figures ?? {};
  return { known_from: 'files', since: null, ...NOTHING, callers, refused_callers: refusedCallers };
}
