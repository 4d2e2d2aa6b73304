const EMAIL = /\b[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi;

/** What must not be in a log, and its replacement. Order matters: the password of a URL looks like an e-mail address. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@:]*:[^\s/@]+@/g, '://***@'],
  [/\batl_[A-Za-z0-9]{8,}/g, 'atl_***'],
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g, '***'],
  [/\?[^\s"'`()<>]*=[^\s"'`()<>]*/g, '?***'],
  [EMAIL, '***@***'],
  // PostgreSQL quotes the value that it rejects: `invalid input syntax for type uuid: "…"`.
  [/: "[^"]*"/g, ': "…"'],
];

/** The text without tokens, passwords, query strings, e-mail addresses and quoted values. */
export function scrub(text: string): string {
  return RULES.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}
