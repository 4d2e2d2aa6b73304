import { BooleanField, DateTimeField, EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { GRANT_CATEGORIES, type GrantCategory } from '../grants.repository.js';
import type { StatementPage } from '../credits.repository.js';
import type { Limits } from '../limits.repository.js';

const MOST = 2_000_000_000;

export class CreditUserPath {
  /** Id of the user. */
  @UuidField()
  userId!: string;
}

export class LimitedTokenPath {
  /** Id of the token. */
  @UuidField()
  tokenId!: string;
}

export class LimitedUserTokenPath extends CreditUserPath {
  /** Id of the token. */
  @UuidField()
  tokenId!: string;
}

export class GrantPath extends CreditUserPath {
  /** Id of the grant. */
  @UuidField()
  grantId!: string;
}

const CURSOR = {
  matches: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.-?\d{1,15})?$/,
  rule: 'the `next_cursor` of a page',
};

export class StatementQuery {
  /** The `next_cursor` of the previous page. */
  @TextField({ maxLength: 60, pattern: CURSOR, optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

export class ListEntriesQuery {
  /** The `next_cursor` of the page before. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

export class CreditReason {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'Asked for by mail' })
  reason!: string;
}

/** Whether a user needs credits. */
export class PrepaidRequest extends CreditReason {
  /** Whether the user pays from grants only; absent for the installation's default (`CREDITS_PREPAID`). */
  @BooleanField({ label: 'Paid from grants only', optional: true, example: true })
  prepaid?: boolean;
}

export class GrantRequest extends CreditReason {
  /** How many credits. */
  @IntField({ label: 'Credits', min: 1, max: MOST, example: 1000 })
  amount!: number;

  /** Category of the grant. */
  @EnumField({ values: GRANT_CATEGORIES, default: 'other' })
  category!: GrantCategory;

  /** A note for the user. */
  @TextField({ maxLength: 500, default: '', example: 'Welcome' })
  note!: string;

  /** Grants with a lower number are used first; among equals, the one that expires first. */
  @IntField({ min: 0, max: 1_000, default: 100 })
  priority!: number;

  /** When they become usable; by default at once. */
  @DateTimeField({ label: 'Valid from', optional: true })
  effective_at?: string;

  /** When what is left of them is taken back; never when absent. */
  @DateTimeField({ label: 'Expires', optional: true })
  expires_at?: string;
}

export class CorrectionRequest {
  /** Credits to charge to the grant; negative to give back spent ones. */
  @IntField({ min: -MOST, max: MOST, example: -22 })
  credits!: number;

  /** Why; kept in the audit log. */
  @TextField({ minLength: 1, maxLength: 2_000, example: 'The picture was broken' })
  reason!: string;
}

/** The most that may be held and spent; no limit when absent. Replaces all previous limits. */
export class TokenLimitsRequest {
  /** Credits in total. */
  @IntField({ label: 'In all', min: 0, max: Number.MAX_SAFE_INTEGER, optional: true })
  total?: number;

  /** Credits per day, UTC. */
  @IntField({ label: 'In a day', min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, example: 500 })
  day?: number;

  /** Credits per month, UTC. */
  @IntField({ label: 'In a month', min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, example: 5000 })
  month?: number;
}

export class LimitsRequest extends TokenLimitsRequest {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;
}

export function wantedLimits({ total, day, month }: TokenLimitsRequest): Limits {
  return {
    ...(total === undefined ? {} : { total }),
    ...(day === undefined ? {} : { day }),
    ...(month === undefined ? {} : { month }),
  };
}

/** The requested part of a statement, and one entry more, which shows whether there is a next page. */
export function wantedPage({ cursor, limit }: StatementQuery): StatementPage {
  const [beforeId, left] = cursor?.split('.') ?? [];
  return { beforeId, left: left === undefined ? undefined : Number(left), limit: limit + 1 };
}
