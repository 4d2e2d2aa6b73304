import * as v from 'valibot';
import type { UsageResponse } from '@atelier/client/api';

/** Groupings of usage, in the order of the columns. */
export const USAGE_GROUPS = ['user', 'day', 'kind', 'token', 'provider'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const day = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined));

/** Filters of a usage page, as in the URL. */
export const usageSearch = {
  /** First and last day, UTC; the last 30 days when absent. */
  from: day,
  to: day,
  by: v.optional(v.fallback(v.optional(v.array(v.picklist(USAGE_GROUPS))), undefined)),
};
export type UsageSearch = {
  from?: string | undefined;
  to?: string | undefined;
  by?: UsageGroup[] | undefined;
};

export function usageQuery<Group extends UsageGroup>(
  { from, to, by }: UsageSearch,
  groups: readonly Group[],
): { from?: string; to?: string; group_by: Group[] } {
  const chosen = groups.filter((group) => by?.includes(group));
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    group_by: chosen.length > 0 ? chosen : groups.filter((group) => group === 'day'),
  };
}

export function usageCsv(
  path: '/usage' | '/admin/usage',
  { from, to, group_by: by }: UsageResponse,
  filter: { user_id?: string } = {},
): string {
  return `${path}?${new URLSearchParams({ format: 'csv', from, to, group_by: by.join(','), ...filter })}`;
}
