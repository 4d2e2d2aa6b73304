import { locale } from '#language';
import { t } from '@lingui/core/macro';

/** Vendors' bills have up to six decimals. */
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
const withSign = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, signDisplay: 'exceptZero' });
const UNITS = [t`bytes`, 'kB', 'MB', 'GB', 'TB'];

const withTenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `41,424`, `0.25` */
export function count(value: number): string {
  return plain.format(value);
}

/** `4.0`, `0.3` */
export function tenths(value: number): string {
  return withTenths.format(value);
}

/** `+1,500`, `-90`, `0` */
export function signed(value: number): string {
  return withSign.format(value);
}

/** `1.4 MB`; units of 1000. */
export function bytes(value: number): string {
  const power = value < 1000 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), UNITS.length - 1);
  const scaled = value / 1000 ** power;
  return `${scaled >= 100 || power === 0 ? Math.round(scaled) : tenths(scaled)} ${UNITS[power]}`;
}

/** `850 ms`, `12 s`, `3 min 5 s`, `47 h 12 min` */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? tenths(seconds) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t`${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
