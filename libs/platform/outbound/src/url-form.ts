export type UrlScheme = 'http' | 'https';

export type UrlFormRules = {
  /** Default: both. */
  schemes?: readonly UrlScheme[];
  /** Characters, default 2 048. */
  maxLength?: number;
};

export const URL_MAX_CHARS = 2_048;
export const ALL_SCHEMES: readonly UrlScheme[] = ['http', 'https'];

/** A scheme with its colon, including characters that the URL parser (https://url.spec.whatwg.org) ignores. */
const SCHEME = /^[\0-\x20]*[a-z][a-z0-9+.\t\n\r-]*:/i;
/** White space, control characters and backslashes: URL parsers drop, encode or convert them inconsistently. */
const UNCLEAR = /[\p{Cc}\p{Z}\\]/u;
/** The parser itself accepts any number of slashes. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;

/**
 * Whether to treat the text as a URL, right or wrong. True for every text that a URL parser would accept as an
 * absolute URL, and false for all Base64, which has no colon.
 */
export function isUrlLike(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Why a text is not an absolute URL, as a predicate to put after the field's name ("must …"); undefined when it is.
 * This alone decides what a URL is, for every field; `checkCallerUrl` decides where it may lead.
 */
export function urlFormProblem(text: string, rules: UrlFormRules = {}): string | undefined {
  const { maxLength = URL_MAX_CHARS, schemes = ALL_SCHEMES } = rules;
  if (text.length > maxLength) return `must be a URL of at most ${maxLength} characters`;
  if (UNCLEAR.test(text)) return 'must be a URL without spaces, backslashes or control characters';
  if (!text.isWellFormed() || !ABSOLUTE.test(text) || !URL.canParse(text)) return wantedForm(schemes);
  return schemes.some((scheme) => new URL(text).protocol === `${scheme}:`) ? undefined : wantedForm(schemes);
}

export function wantedForm(schemes: readonly UrlScheme[]): string {
  return `must be an absolute URL that starts with ${schemes.map((name) => `${name}://`).join(' or ')}`;
}
