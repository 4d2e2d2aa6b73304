import { ApiProperty } from '@nestjs/swagger';
import type { StatementEntry } from '../credits.repository.js';
import type { Credits } from '../credits.service.js';
import type { LimitState } from '../limits.repository.js';

/** A limit, and what is left of it now. */
export class LimitResponse {
  @ApiProperty({
    description: 'The token that it is of; null for one of the user.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  token_id!: string | null;

  @ApiProperty({
    description: 'For which time it is; days and months are those of UTC.',
    enum: ['total', 'day', 'month'],
  })
  period!: string;

  @ApiProperty({
    description: 'The most credits that may be held and spent in it.',
    type: 'integer',
    example: 500,
  })
  allowed!: number;

  @ApiProperty({ description: 'Held and spent in it so far.', type: 'integer', example: 80 })
  used!: number;

  @ApiProperty({ description: 'What is left.', type: 'integer', example: 420 })
  left!: number;

  @ApiProperty({
    description: 'When it begins anew; null when it does not.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  resets_at!: string | null;

  static from({ tokenId, period, allowed, used, resetsAt }: LimitState): LimitResponse {
    return {
      token_id: tokenId,
      period,
      allowed,
      used,
      left: Math.max(0, allowed - used),
      resets_at: resetsAt?.toISOString() ?? null,
    };
  }
}

/** All limits of a user or a token; none is no limit. */
export class LimitsResponse {
  @ApiProperty({ description: 'The limits.', type: [LimitResponse] })
  limits!: LimitResponse[];

  static from(limits: readonly LimitState[]): LimitsResponse {
    return { limits: limits.map((limit) => LimitResponse.from(limit)) };
  }
}

/**
 * What a user has. `granted` to `expired` are of grants, and all 0 for a user without one: `granted` is always the sum of `available`,
 * `held`, `spent` and `expired`. `held_for_tasks` and `spent_on_tasks` are of all tasks.
 */
export class CreditsResponse {
  @ApiProperty({ description: 'Whether tasks are paid from grants only.', example: true })
  prepaid!: boolean;

  @ApiProperty({ description: 'Credits of all grants that have begun.', type: 'integer', example: 1000 })
  granted!: number;

  @ApiProperty({ description: 'What of them can be used now.', type: 'integer', example: 800 })
  available!: number;

  @ApiProperty({
    description: 'What of them is kept for tasks that have not ended.',
    type: 'integer',
    example: 80,
  })
  held!: number;

  @ApiProperty({ description: 'What of them is spent.', type: 'integer', example: 120 })
  spent!: number;

  @ApiProperty({
    description: 'What of them was left when it expired or was voided.',
    type: 'integer',
    example: 0,
  })
  expired!: number;

  @ApiProperty({
    description: 'Kept for tasks that have not ended, whether grants pay for them or not.',
    type: 'integer',
    example: 80,
  })
  held_for_tasks!: number;

  @ApiProperty({ description: 'How many tasks that is for.', type: 'integer', example: 1 })
  open_tasks!: number;

  @ApiProperty({
    description: 'What all tasks have cost so far, whether grants have paid for them or not.',
    type: 'integer',
    example: 120,
  })
  spent_on_tasks!: number;

  @ApiProperty({ description: 'The limits that hold for the caller.', type: [LimitResponse] })
  limits!: LimitResponse[];

  static from({ figures, spentOnTasks, limits }: Credits): CreditsResponse {
    const { isPrepaid, heldForTasks, openTasks, ...credits } = figures;
    return {
      prepaid: isPrepaid,
      ...credits,
      held_for_tasks: heldForTasks,
      open_tasks: openTasks,
      spent_on_tasks: spentOnTasks,
      limits: limits.map((limit) => LimitResponse.from(limit)),
    };
  }
}

/** An entry of the book. */
export class StatementEntryResponse {
  @ApiProperty({ description: 'Id of the entry.', format: 'uuid' })
  id!: string;

  @ApiProperty({
    description:
      '`hold`: kept for a task; `post`: what the task has cost, the rest is free again; `void`: all of it is free again; `grant`: given; `expiry`: taken back; `correction`: what was spent of a grant, put right by an admin.',
    enum: ['hold', 'post', 'void', 'grant', 'expiry', 'correction'],
  })
  type!: string;

  @ApiProperty({
    description: 'Credits; 0 for a `void`, less than 0 for a `correction` that gives back.',
    type: 'integer',
    example: 58,
  })
  amount!: number;

  @ApiProperty({
    description:
      'What it adds to the credits that the user can spend, less than 0 for what it takes: a `hold` takes its amount, a `post` gives back what was held and not spent.',
    type: 'integer',
    example: -58,
  })
  change!: number;

  @ApiProperty({
    description: 'What was left of the grants after it; null where it is not about grants.',
    type: 'integer',
    nullable: true,
    example: 942,
  })
  balance!: number | null;

  @ApiProperty({
    description: 'What was kept that a `post` or `void` ends; else null.',
    type: 'integer',
    nullable: true,
    example: 58,
  })
  held!: number | null;

  @ApiProperty({
    description: 'The task that it is about, if any.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  task_id!: string | null;

  @ApiProperty({ description: 'Kind of the task.', type: 'string', nullable: true, example: 'image-relight' })
  kind!: string | null;

  @ApiProperty({
    description: 'The token that started the task.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  token_id!: string | null;

  @ApiProperty({
    description: 'The grant that it is about, if any.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  grant_id!: string | null;

  @ApiProperty({ description: 'When.', format: 'date-time' })
  created_at!: string;

  static from(entry: StatementEntry): StatementEntryResponse {
    return {
      id: entry.id,
      type: entry.type,
      amount: entry.amount,
      change: entry.change,
      balance: entry.isOfGrants ? entry.left : null,
      held: entry.held,
      task_id: entry.taskId,
      kind: entry.kind,
      token_id: entry.tokenId,
      grant_id: entry.grantId,
      created_at: entry.createdAt.toISOString(),
    };
  }
}

/** One page of a statement, newest first. */
export class StatementResponse {
  @ApiProperty({ description: 'The entries.', type: [StatementEntryResponse] })
  entries!: StatementEntryResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;

  /** @param entries One more than `limit` when there is a next page. */
  static from(entries: readonly StatementEntry[], limit: number): StatementResponse {
    const page = entries.slice(0, limit);
    const last = entries.length > page.length ? page.at(-1) : undefined;
    return {
      entries: page.map((entry) => StatementEntryResponse.from(entry)),
      next_cursor: last ? cursorAfter(last) : null,
    };
  }
}

/** The next page goes on from what was left before the entry. */
function cursorAfter({ id, left, change, isOfGrants }: StatementEntry): string {
  return left === null ? id : `${id}.${isOfGrants ? left - change : left}`;
}
