import { EnumField, IntField, TextField } from '#libs/platform/http';

const TRIED_FILES = ['prices', 'vendors'] as const;
export type TriedFile = (typeof TRIED_FILES)[number];

export class TryFileRequest {
  /** Which file: the price table (`PRICE_TABLE`) or the vendors (`VENDORS_FILE`). */
  @EnumField({ values: TRIED_FILES })
  file!: TriedFile;

  /** Its content, as JSON. Files that it names must be on the server. */
  @TextField({ minLength: 1, maxLength: 1_000_000, example: '{ "vendors": [] }' })
  content!: string;
}

const TRIED_LIMITS = [
  'waiting_tasks_per_user',
  'waiting_tasks_per_address',
  'credits_per_day',
  'stored_mb_per_user',
  'stored_mb_per_address',
  'requests_per_minute',
] as const;

export class TryLimitRequest {
  /** Which limit: `WAITING_TASKS_PER_USER`, the daily credits of every user, `STORED_MB_PER_USER`, `RATE_LIMIT` or the like. */
  @EnumField({ values: TRIED_LIMITS, label: 'Limit', example: 'waiting_tasks_per_user' })
  limit!: (typeof TRIED_LIMITS)[number];

  /** Its value, 1 or more. */
  @IntField({ label: 'Value', min: 1, max: 1_000_000_000, example: 10 })
  value!: number;

  /** How many days to look back. */
  @IntField({ label: 'Days', min: 1, max: 7, default: 1 })
  days!: number;
}
