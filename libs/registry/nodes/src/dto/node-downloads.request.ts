import { DayField } from '#libs/platform/http';

/** Which days to show. */
export class NodeDownloadsQuery {
  /** First day, UTC; 29 days before `to` when absent, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day, UTC; today when absent. */
  @DayField({ optional: true })
  to?: string;
}
