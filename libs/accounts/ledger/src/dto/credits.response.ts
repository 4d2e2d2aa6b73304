import { ApiProperty } from '@nestjs/swagger';
import { cursorPage, responseOf } from '#libs/platform/http';
import type { StatementEntry } from '../credits.repository.js';
import type { Credits } from '../credits.service.js';
import type { LimitState } from '../limits.repository.js';

export class LimitResponse {
  /** The token that it applies to; null for one of the user. */
  @ApiProperty({ format: 'uuid', nullable: true }) token_id!: string | null;

  /** The period of the limit; days and months are UTC. */
  @ApiProperty({ enum: ['total', 'day', 'month'] }) period!: string;

  /** The most credits that may be held and spent in the period. */
  @ApiProperty({ type: 'integer', example: 500 }) allowed!: number;

  /** Credits held and spent in the period so far. */
  @ApiProperty({ type: 'integer', example: 80 }) used!: number;

  /** Credits left in the period. */
  @ApiProperty({ type: 'integer', example: 420 }) left!: number;

  /** When the period ends; null for `total`. */
  @ApiProperty({ format: 'date-time', nullable: true }) resets_at!: string | null;

  static from(limit: LimitState): LimitResponse {
    return responseOf(LimitResponse, limit, { left: Math.max(0, limit.allowed - limit.used) });
  }
}

/** All limits of a user or a token; empty when there is none. */
export class LimitsResponse {
  /** The limits. */
  @ApiProperty({ type: [LimitResponse] }) limits!: LimitResponse[];

  static from(limits: readonly LimitState[]): LimitsResponse {
    return { limits: limits.map((limit) => LimitResponse.from(limit)) };
  }
}

/**
 * A user's credits. `granted` to `expired` concern grants, and are 0 for a user without one: `granted` is always the
 * sum of `available`, `held`, `spent` and `expired`. `held_for_tasks` and `spent_on_tasks` cover all tasks.
 */
export class CreditsResponse {
  /** Whether tasks are paid from grants only. */
  @ApiProperty({ example: true }) prepaid!: boolean;

  /** Credits of all grants that have started. */
  @ApiProperty({ type: 'integer', example: 1000 }) granted!: number;

  /** Credits of these grants that can be used now. */
  @ApiProperty({ type: 'integer', example: 800 }) available!: number;

  /** Credits of these grants held for tasks that have not ended. */
  @ApiProperty({ type: 'integer', example: 80 }) held!: number;

  /** Credits of these grants that were spent. */
  @ApiProperty({ type: 'integer', example: 120 }) spent!: number;

  /** Credits of these grants that were left when they expired or were voided. */
  @ApiProperty({ type: 'integer', example: 0 }) expired!: number;

  /** Held for tasks that have not ended, whether or not grants pay for them. */
  @ApiProperty({ type: 'integer', example: 80 }) held_for_tasks!: number;

  /** Number of these tasks. */
  @ApiProperty({ type: 'integer', example: 1 }) open_tasks!: number;

  /** What all tasks have cost so far, whether or not grants paid for them. */
  @ApiProperty({ type: 'integer', example: 120 }) spent_on_tasks!: number;

  /** The limits that apply to the caller. */
  @ApiProperty({ type: [LimitResponse] }) limits!: LimitResponse[];

  static from({ figures, spentOnTasks, limits }: Credits): CreditsResponse {
    return responseOf(
      CreditsResponse,
      { ...figures, spentOnTasks },
      {
        prepaid: figures.isPrepaid,
        limits: limits.map((limit) => LimitResponse.from(limit)),
      },
    );
  }
}

export class StatementEntryResponse {
  /** Id of the entry. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /**
   * `hold`: held for a task; `post`: what the task cost, the rest is released; `void`: all of it is released;
   * `grant`: granted; `expiry`: taken back; `correction`: what was spent of a grant, corrected by an admin.
   */
  @ApiProperty({ enum: ['hold', 'post', 'void', 'grant', 'expiry', 'correction'] }) type!: string;

  /** Credits; 0 for a `void`, negative for a `correction` that gives back. */
  @ApiProperty({ type: 'integer', example: 58 }) amount!: number;

  /** Change of the credits that the user can spend: a `hold` takes its amount, a `post` gives back what was held and not spent. */
  @ApiProperty({ type: 'integer', example: -58 }) change!: number;

  /** What was left of the grants afterwards; null if the entry does not concern grants. */
  @ApiProperty({ type: 'integer', nullable: true, example: 942 }) balance!: number | null;

  /** The held amount that a `post` or `void` resolves; else null. */
  @ApiProperty({ type: 'integer', nullable: true, example: 58 }) held!: number | null;

  /** The task that it concerns, if any. */
  @ApiProperty({ format: 'uuid', nullable: true }) task_id!: string | null;

  /** Kind of the task. */
  @ApiProperty({ nullable: true, example: 'image-relight' }) kind!: string | null;

  /** The token that started the task. */
  @ApiProperty({ format: 'uuid', nullable: true }) token_id!: string | null;

  /** The grant that it concerns, if any. */
  @ApiProperty({ format: 'uuid', nullable: true }) grant_id!: string | null;

  /** When. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(entry: StatementEntry): StatementEntryResponse {
    return responseOf(StatementEntryResponse, entry, { balance: entry.isOfGrants ? entry.left : null });
  }
}

export class StatementResponse {
  /** The entries. */
  @ApiProperty({ type: [StatementEntryResponse] }) entries!: StatementEntryResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;

  /** @param entries One more than `limit` when there is a next page. */
  static from(entries: readonly StatementEntry[], limit: number): StatementResponse {
    const { rows, ...next } = cursorPage(entries, limit, cursorAfter);
    return { entries: rows.map((entry) => StatementEntryResponse.from(entry)), ...next };
  }
}

/** The next page starts from what was left before the entry. */
function cursorAfter({ id, left, change, isOfGrants }: StatementEntry): string {
  return left === null ? id : `${id}.${isOfGrants ? left - change : left}`;
}
