import { invalidFields } from './request.pipe.js';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;

/** Days of UTC, the first and the last, as `2026-11-23`. */
export type DayPeriod = { from: string; to: string };

/**
 * The days that are asked for by the fields `from` and `to`.
 * @param defaultDays How many there are where no first one is asked for, up to `to` or today.
 * @throws InvalidRequest for days that make no period, or one of more than 366.
 */
export function dayPeriod(asked: Partial<DayPeriod>, now: Date, defaultDays: number): DayPeriod {
  const to = asked.to ?? dayOf(now.getTime());
  const from = asked.from ?? dayOf(Date.parse(to) - (defaultDays - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalidFields([`from must not be after to, which is ${to}`]);
  if (days > DAYS_MAX)
    throw invalidFields([`from must be at most ${DAYS_MAX - 1} days before to, which is ${to}`]);
  return { from, to };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
