const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNIT_MS: Record<string, number> = { s: 1_000, m: MINUTE_MS, h: 3_600_000, d: DAY_MS };
/** Least and greatest value of minute, hour, day, month and day of the week; Sunday is 0 and 7. */
const CRON_FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
/** The next 29th of February is never further away. */
const HORIZON_MS = 8 * 366 * DAY_MS;

/**
 * The first tick after `now`: of a duration such as `15m`, aligned to multiples of it since 1970, or of a cron expression of
 * five fields in UTC, each of `*`, numbers, ranges, lists and steps.
 * @returns Undefined when `every` is neither, or never comes.
 */
export function findNextTick(every: string, now: Date): Date | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)([smhd])$/.exec(every) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit] ?? 0);
  if (durationMs > 0) return new Date((Math.floor(now.getTime() / durationMs) + 1) * durationMs);
  const fields = every.split(' ');
  const [minutes, hours, days, months, weekdays] = CRON_FIELDS.map(([least, most], at) =>
    valuesOf(fields[at] ?? '', least, most),
  );
  if (!minutes || !hours || !days || !months || !weekdays || fields.length !== CRON_FIELDS.length)
    return undefined;
  // As in every cron: where both days are restricted, either will do.
  const isEither = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  const isDay = (date: Date): boolean => {
    const [isOfMonth, isOfWeek] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    return months.has(date.getUTCMonth() + 1) && (isEither ? isOfMonth || isOfWeek : isOfMonth && isOfWeek);
  };
  let at = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  while (at < now.getTime() + HORIZON_MS) {
    const date = new Date(at);
    if (!isDay(date)) at = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
    else if (hours.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes())) return date;
    else at += MINUTE_MS;
  }
  return undefined;
}

/** The values that a field names; undefined when it is wrong. */
function valuesOf(field: string, least: number, most: number): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const found = /^(?:\*|(\d+)(-(\d+))?)(?:\/([1-9]\d*))?$/.exec(part);
    if (!found) return undefined;
    const [, first, range, last, step] = found;
    const from = Number(first ?? least);
    const to = Number(range ? last : first !== undefined && !step ? first : most);
    if (from < least || to > most || from > to) return undefined;
    for (let value = from; value <= to; value += Number(step ?? 1))
      values.add(most === 7 ? value % 7 : value);
  }
  return values;
}
