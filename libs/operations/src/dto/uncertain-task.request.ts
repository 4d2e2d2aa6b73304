import { EnumField, FieldsRule, IntField, NumberField, TextField, UuidField } from '#libs/platform/http';
import { VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from '#libs/media/providers';

const LISTED = ['uncertain'] as const;
const OUTCOMES = ['ran', 'did_not_run'] as const;

export class AdminTaskPath {
  /** Id of the task. */
  @UuidField()
  id!: string;
}

export class ListAdminTasksQuery {
  /** Only tasks with this status. */
  @EnumField({ values: LISTED, default: 'uncertain' })
  status!: (typeof LISTED)[number];

  /** The `next_cursor` of the previous page. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Tasks on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

/** The outcome of an uncertain task. */
@FieldsRule<ResolveTaskRequest>(({ outcome, vendor_id: vendorId, cost }) => {
  const given = Number(vendorId !== undefined) + Number(cost !== undefined);
  if (outcome === 'ran' && given !== 1)
    return 'vendor_id or cost must be sent with the outcome ran, and not both';
  return outcome === 'did_not_run' && given > 0
    ? 'vendor_id and cost must not be sent with the outcome did_not_run'
    : undefined;
})
export class ResolveTaskRequest {
  /**
   * `ran`: the vendor did the work or is still doing it; `did_not_run`: it never did, so the task fails and costs
   * nothing. Find out in the vendor's records, by the reference or the time of the order.
   */
  @EnumField({ values: OUTCOMES, example: 'did_not_run' })
  outcome!: (typeof OUTCOMES)[number];

  /** The vendor's id for the work, with `ran`: its result is fetched, and the task resumes. Not for streams. */
  @TextField({ label: 'Id at the vendor', minLength: 1, maxLength: 200, optional: true })
  vendor_id?: string;

  /**
   * What the vendor bills, in its credits or its currency, with `ran` if the result is lost: the task fails and costs its
   * caller nothing.
   */
  @NumberField({
    label: 'Cost in credits',
    min: 0,
    max: VENDOR_CREDITS_MAX,
    decimals: VENDOR_CREDITS_DECIMALS,
    optional: true,
  })
  cost?: number;

  /** How it was found out; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'The vendor has no such order' })
  reason!: string;
}
