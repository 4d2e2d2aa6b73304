import { isStorableText } from '#libs/platform/database';
import { URL_MAX_CHARS, urlFormProblem } from '#libs/platform/outbound';
import { field, type FieldOptions } from './field.js';

const WANTED = `must be an absolute http or https URL of at most ${URL_MAX_CHARS} characters, or empty`;
/** As the API document says it, where a pattern knows no flags. */
const WEB_LINK_OR_EMPTY = '^([Hh][Tt][Tt][Pp][Ss]?://|$)';

/**
 * An http(s) address, or a blank text where there is none. Always optional. One that is `cosmetic` never stops a request:
 * what is no address is dropped and named in `X-Ignored-Fields`.
 */
export function LinkField({
  cosmetic = false,
  ...options
}: FieldOptions & { cosmetic?: boolean } = {}): PropertyDecorator {
  return field(
    { ...options, optional: true },
    {
      isDroppedWhenWrong: cosmetic,
      blankIsEmpty: true,
      rule: WANTED,
      problemOf: linkProblem,
      schema: { type: 'string', maxLength: URL_MAX_CHARS, pattern: cosmetic ? undefined : WEB_LINK_OR_EMPTY },
    },
  );
}

function linkProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return WANTED;
  const problem = value === '' ? undefined : urlFormProblem(value);
  return problem && `${problem}, or empty`;
}

/** Links that run code, or open files, where they are followed. */
const HARMFUL_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:']);

function isHarmless(text: string): boolean {
  return !URL.canParse(text) || !HARMFUL_SCHEMES.has(new URL(text).protocol);
}

/** Where something is, in a person's words: a link, a mail address, the path of a repository. Always optional. */
export function AddressField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { ...options, optional: true },
    {
      rule: `must be a string of at most ${URL_MAX_CHARS} characters, and no link that runs code or opens files`,
      isValid: (value) =>
        typeof value === 'string' &&
        value.length <= URL_MAX_CHARS &&
        isStorableText(value) &&
        isHarmless(value),
      schema: { type: 'string', maxLength: URL_MAX_CHARS },
    },
  );
}
