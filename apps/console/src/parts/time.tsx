import { locale } from '#language';
import type { ReactNode } from 'react';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });

const CLOCK = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;
const clock = new Intl.DateTimeFormat(locale, CLOCK);
const clockOfYear = new Intl.DateTimeFormat(locale, { ...CLOCK, year: 'numeric' });

/** A time relative to now; the exact value in the reader's zone under the pointer, and for screen readers. */
export function Time({
  value,
  isClock = false,
}: {
  value: string | null | undefined;
  /** Show day and time of day, for times close to each other: `24 Nov, 14:03:07`. */
  isClock?: boolean;
}): ReactNode {
  if (!value) return <span>–</span>;
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {isClock ? clockTime(date) : fromNow(date)}
    </time>
  );
}

/** With the year if it is not the current one. */
function clockTime(date: Date): string {
  return (date.getFullYear() === new Date().getFullYear() ? clock : clockOfYear).format(date);
}

/** A time relative to now: `5 minutes ago`. */
export function fromNow(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.round(seconds / length), unit);
}
