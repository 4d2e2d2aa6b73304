import { currentRequest } from '../requests/request-context.js';

const HEADER = 'X-Ignored-Fields';
const NAMES_MAX = 50;
const NAME_MAX_CHARS = 100;

/** Names fields that the service does not know in the reply's `X-Ignored-Fields`, so that a typo can be seen. */
export function reportIgnoredFields(names: readonly string[]): void {
  const response = currentRequest()?.response;
  if (names.length === 0 || !response || response.headersSent) return;
  const known = response.getHeader(HEADER);
  const readable = names.slice(0, NAMES_MAX).map(shownName);
  response.setHeader(HEADER, [...(typeof known === 'string' ? [known] : []), ...readable].join(', '));
}

/** What a caller called a field, fit to be shown again. */
export function shownName(name: string): string {
  return encodeURI(name.slice(0, NAME_MAX_CHARS).toWellFormed()).slice(0, NAME_MAX_CHARS);
}
