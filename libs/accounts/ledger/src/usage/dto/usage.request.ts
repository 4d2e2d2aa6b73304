import { CustomField, DayField, EnumField, UuidField } from '#libs/platform/http';

const USAGE_GROUPS = ['day', 'kind', 'token', 'provider'] as const;
/** As `USAGE_GROUPS`, for admins. */
export const ADMIN_USAGE_GROUPS = ['user', ...USAGE_GROUPS] as const;
export type UsageGroup = (typeof ADMIN_USAGE_GROUPS)[number];

const FORMATS = ['json', 'csv'] as const;

function GroupsField(groups: readonly UsageGroup[]): PropertyDecorator {
  return CustomField(
    {
      description: 'Fields to group by, separated by commas or repeated; rows are sorted in this order.',
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

abstract class PeriodQuery {
  /** First day, UTC; by default 29 days before `to`, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day, UTC; today when absent. */
  @DayField({ optional: true })
  to?: string;

  /** `csv` for a table; `Accept: text/csv` does the same. */
  @EnumField({ values: FORMATS, optional: true })
  format?: (typeof FORMATS)[number];
}

export class UsageQuery extends PeriodQuery {
  @GroupsField(USAGE_GROUPS)
  group_by!: UsageGroup[];
}

export class AdminUsageQuery extends PeriodQuery {
  @GroupsField(ADMIN_USAGE_GROUPS)
  group_by!: UsageGroup[];

  /** Only this user; by default all users, and callers without a token. */
  @UuidField({ optional: true })
  user_id?: string;
}
