import { locale } from '#language';
const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `23 Nov` of `2026-11-23`, a day in UTC. */
export function dayName(day: string): string {
  return format.format(new Date(day));
}
