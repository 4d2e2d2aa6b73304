import type { UsageGroup } from './dto/usage.request.js';
import type { UsageResponse, UsageRowResponse } from './dto/usage.response.js';

type Column = keyof UsageRowResponse;

const GROUP_COLUMNS: Readonly<Record<UsageGroup, Column>> = {
  user: 'user_id',
  day: 'day',
  kind: 'kind',
  token: 'token_id',
  provider: 'provider',
};
const FIGURES: readonly Column[] = ['tasks', 'succeeded', 'failed', 'credits', 'held'];

/** The rows as a table (RFC 4180). Words of ours, ids and numbers: none needs quotes, nor is a formula. */
export function usageCsv({ group_by: groups, usage }: UsageResponse): string {
  const columns = [...groups.map((group) => GROUP_COLUMNS[group]), ...FIGURES];
  const lines = usage.map((row) => columns.map((column) => row[column] ?? '').join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}
