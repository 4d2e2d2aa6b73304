/**
 * A URL that may be logged: scheme, host and port only.
 *
 * Paths are left out too: webhook and signed-storage URLs carry their secret there.
 */
export function redactUrl(url: string | URL): string {
  const parsed = url instanceof URL ? url : URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return '(not a URL)';
  if (parsed.host === '') return `${parsed.protocol}…`;
  const hasMore = parsed.pathname.length > 1 || parsed.search !== '';
  return `${parsed.protocol}//${parsed.host}${hasMore ? '/…' : '/'}`;
}
