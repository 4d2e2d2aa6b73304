import { Injectable } from '@nestjs/common';
import { AccessTokensService, UsersService } from '#libs/accounts/users';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { dayPeriod, invalidFields, responseOf } from '#libs/platform/http';
import type { UsageGroup } from './dto/usage.request.js';
import { UsageRepository } from './usage.repository.js';
import { UsageResponse, UsageRowResponse, UsageTotalResponse } from './dto/usage.response.js';

const DEFAULT_DAYS = 30;
const ROWS_MAX = 10_000;

type Wanted = { from?: string; to?: string; group_by: readonly UsageGroup[] };

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly clock: Clock,
  ) {}

  /**
   * The usage of a user, or of all.
   * @throws InvalidRequest for days that are no valid period, or are too many, and for too many rows.
   */
  async read(userId: string | undefined, wanted: Wanted): Promise<UsageResponse> {
    const { from, to } = dayPeriod(wanted, this.clock.now(), DEFAULT_DAYS);
    const filter = { accountId: userId, from, to, groups: wanted.group_by };
    const rows = await this.usage.list(NO_TRANSACTION, filter, ROWS_MAX + 1);
    if (rows.length > ROWS_MAX)
      throw invalidFields([`from, to and group_by must ask for at most ${ROWS_MAX} rows`]);
    const users = await this.users.namesOf(rows.map((row) => row.userId));
    const tokens = await this.tokens.namesOf(rows.map((row) => row.tokenId));
    return {
      from,
      to,
      group_by: [...wanted.group_by],
      total: UsageTotalResponse.of(rows),
      usage: rows.map((row) =>
        responseOf(UsageRowResponse, row, {
          user_name: row.userId === undefined ? undefined : (users.get(row.userId ?? '') ?? null),
          token_name: row.tokenId === undefined ? undefined : (tokens.get(row.tokenId ?? '') ?? null),
        }),
      ),
    };
  }
}
