import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { invalidFields } from '#libs/platform/http';
import { type UsageGroup, UsageRepository } from './usage.repository.js';
import { UsageResponse, UsageRowResponse, UsageTotalResponse } from './dto/usage.response.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DAYS_MAX = 366;
const ROWS_MAX = 10_000;

type Wanted = { from?: string; to?: string; group_by: readonly UsageGroup[] };

/** Tells what was used. */
@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The usage of a user, or of all.
   * @throws InvalidRequest for days that make no period, too long a one, or too many rows.
   */
  async read(userId: string | undefined, wanted: Wanted): Promise<UsageResponse> {
    const { from, to } = this.period(wanted);
    const filter = { accountId: userId, from, to, groups: wanted.group_by };
    const rows = await this.usage.list(NO_TRANSACTION, filter, ROWS_MAX + 1);
    if (rows.length > ROWS_MAX)
      throw invalidFields([`from, to and group_by must ask for at most ${ROWS_MAX} rows`]);
    return {
      from,
      to,
      group_by: [...wanted.group_by],
      total: UsageTotalResponse.of(rows),
      usage: rows.map((row) => UsageRowResponse.from(row)),
    };
  }

  private period(wanted: Wanted): { from: string; to: string } {
    const to = wanted.to ?? dayOf(this.clock.now().getTime());
    const from = wanted.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1) throw invalidFields([`from must not be after to, which is ${to}`]);
    if (days > DAYS_MAX)
      throw invalidFields([`from must be at most ${DAYS_MAX - 1} days before to, which is ${to}`]);
    return { from, to };
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
