import {
  BooleanField,
  DateTimeField,
  EnumField,
  FieldsRule,
  TextField,
  UuidField,
} from '#libs/platform/http';

const REMOVED = ['results', 'pictures'] as const;

/** What is removed to free the disk. */
@FieldsRule<FreeStorageRequest>(({ what, ended_before: endedBefore, user_id: userId }) => {
  if (what === 'results' && endedBefore === undefined) return 'ended_before must be sent to remove results';
  return what === 'pictures' && (endedBefore !== undefined || userId !== undefined)
    ? 'ended_before and user_id must not be sent to remove pictures'
    : undefined;
})
export class FreeStorageRequest {
  /**
   * `results`: all files of ended tasks, and what was sent with them, as when they expire; `pictures`: the cached pictures of
   * nodes, which are fetched again when they are looked at.
   */
  @EnumField({ values: REMOVED, example: 'results' })
  what!: (typeof REMOVED)[number];

  /** Only tasks that ended before this time. */
  @DateTimeField({ label: 'Ended before', optional: true, example: '2026-10-01T00:00:00Z' })
  ended_before?: string;

  /** Only tasks of this user. */
  @UuidField({ label: 'User', optional: true })
  user_id?: string;

  /** Whether only to count what would be removed. */
  @BooleanField({ default: false })
  dry_run!: boolean;

  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'The disk is nearly full' })
  reason!: string;
}
