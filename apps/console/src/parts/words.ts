import { translated } from '#language';
import { t } from '@lingui/core/macro';
import { plainWords } from './plain-words.js';

/** A name of the API as text: `has_sound` and `hasSound` read `Has sound`. */
export function inWords(name: string): string {
  return translated(plainWords(name));
}

/** `true` reads `yes`; lists are separated by commas. */
export function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  return Array.isArray(value) ? value.map(valueInWords).join(', ') : String(value);
}

/** Removes the code for programs from a reason of the check: `no_licence_file: The archive has …` */
export function reasonInWords(reason: string): string {
  return reason.replace(CHECK_CODE, '');
}

/** Whether the reason is from the check of the archive, not from a person. */
export function isOfCheck(reason: string): boolean {
  return CHECK_CODE.test(reason);
}

const CHECK_CODE = /^[a-z]+(?:_[a-z]+)+: /;
