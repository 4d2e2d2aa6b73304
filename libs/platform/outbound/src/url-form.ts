/** The schemes that can be allowed. */
export type UrlScheme = 'http' | 'https';

/** What a URL's form must keep to. */
export type UrlFormRules = {
  /** Default: both. */
  schemes?: readonly UrlScheme[];
  /** Characters, default 2 048. */
  maxLength?: number;
};

/** The most characters of a URL unless a rule says otherwise. */
export const URL_MAX_CHARS = 2_048;
/** Both. */
export const ALL_SCHEMES: readonly UrlScheme[] = ['http', 'https'];

/** A scheme with its colon, after and among what the URL parser (https://url.spec.whatwg.org) drops in silence. */
const SCHEME = /^[\0-\x20]*[a-z][a-z0-9+.\t\n\r-]*:/i;
/** White space, control characters and backslashes: URL parsers drop, encode or turn them, not all in the same way. */
const UNCLEAR = /[\p{Cc}\p{Z}\\]/u;
/** The parser itself takes any number of slashes. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;

/**
 * Whether the text is to be taken for a URL, right or wrong: every text that a URL parser would take for an absolute one
 * is, and no Base64 is, as that has no colon.
 */
export function isUrlLike(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Why a text is not written as an absolute URL, as a predicate to put after the field's name ("must …"); undefined when
 * it is. This alone decides what a URL is, for every field; what it may lead to is `checkCallerUrl`'s business.
 */
export function urlFormProblem(text: string, rules: UrlFormRules = {}): string | undefined {
  const { maxLength = URL_MAX_CHARS, schemes = ALL_SCHEMES } = rules;
  if (text.length > maxLength) return `must be a URL of at most ${maxLength} characters`;
  if (UNCLEAR.test(text)) return 'must be a URL without spaces, backslashes or control characters';
  if (!text.isWellFormed() || !ABSOLUTE.test(text) || !URL.canParse(text)) return wantedForm(schemes);
  return schemes.some((scheme) => new URL(text).protocol === `${scheme}:`) ? undefined : wantedForm(schemes);
}

/** The problem of a URL with another scheme. */
export function wantedForm(schemes: readonly UrlScheme[]): string {
  return `must be an absolute URL that starts with ${schemes.map((name) => `${name}://`).join(' or ')}`;
}
