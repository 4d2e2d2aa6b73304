import { BooleanField, IntField, TextField } from '#libs/platform/http';

/** Path of a rule. */
export class RulePath {
  /** Id of the rule, as in the `code` of its findings. */
  @TextField({ maxLength: 100, example: 'runs_decoded_code' })
  ruleId!: string;
}

/** Whether a rule counts. */
export class UpdateRuleRequest {
  /** Whether the rule is on trial: its findings are reported and counted, and hold nothing. */
  @BooleanField()
  is_shadow!: boolean;
}

/** Which part of the list to read. */
export class ListHitsQuery {
  /** The `next_cursor` of the page before. */
  @TextField({ minLength: 1, maxLength: 500, optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
