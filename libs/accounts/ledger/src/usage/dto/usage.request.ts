import { CustomField, DayField, EnumField, UuidField } from '#libs/platform/http';

/** What usage can be told apart by. */
export const USAGE_GROUPS = ['day', 'kind', 'token', 'provider'] as const;
/** As `USAGE_GROUPS`, for admins. */
export const ADMIN_USAGE_GROUPS = ['user', ...USAGE_GROUPS] as const;
/** One of `ADMIN_USAGE_GROUPS`. */
export type UsageGroup = (typeof ADMIN_USAGE_GROUPS)[number];

const FORMATS = ['json', 'csv'] as const;

function GroupsField(groups: readonly UsageGroup[]): PropertyDecorator {
  return CustomField(
    {
      description: 'What to tell apart, separated by commas or repeated; the rows are in this order.',
      optional: true,
      example: ['day', 'kind'],
    },
    {
      rule: `must be a list of ${groups.join(', ')}, each once`,
      default: ['day'],
      isArray: true,
      convert: (text) => text.split(','),
      isValid: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((entry) => groups.some((group) => group === entry)),
      schema: {
        type: 'array',
        minItems: 1,
        maxItems: groups.length,
        items: { type: 'string', enum: [...groups] },
      },
    },
  );
}

/** Which usage to show, and how. */
abstract class PeriodQuery {
  /** First day, UTC; 29 days before `to` when absent, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day, UTC; today when absent. */
  @DayField({ optional: true })
  to?: string;

  /** `csv` for a table, as `Accept: text/csv` asks for too. */
  @EnumField({ values: FORMATS, optional: true })
  format?: (typeof FORMATS)[number];
}

/** Which usage of the caller to show. */
export class UsageQuery extends PeriodQuery {
  @GroupsField(USAGE_GROUPS)
  group_by!: UsageGroup[];
}

/** Which usage to show to an admin. */
export class AdminUsageQuery extends PeriodQuery {
  @GroupsField(ADMIN_USAGE_GROUPS)
  group_by!: UsageGroup[];

  /** Only of this user; of all, and of callers without a token, when absent. */
  @UuidField({ optional: true })
  user_id?: string;
}
