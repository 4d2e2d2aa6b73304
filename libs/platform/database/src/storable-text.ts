const NUL = '\u0000';

/** Whether PostgreSQL can keep the text, also within JSON: well-formed Unicode without NUL. */
export function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Text from outside as PostgreSQL can keep it: U+FFFD replaces NUL and each half of a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll(NUL, '\uFFFD').toWellFormed();
}
