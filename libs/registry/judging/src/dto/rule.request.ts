import { BooleanField, TextField } from '#libs/platform/http';

/** Path of a rule. */
export class RulePath {
  /** Id of the rule, as in the `code` of its findings. */
  @TextField({ maxLength: 100, example: 'runs_downloaded_code' })
  ruleId!: string;
}

/** Whether a rule counts. */
export class UpdateRuleRequest {
  /** Whether the rule is on trial: its findings are reported and counted, and hold nothing. */
  @BooleanField({ label: 'On trial' })
  is_shadow!: boolean;
}
