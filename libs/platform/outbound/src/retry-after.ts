/** Longer times are cut to a day. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3: seconds, or a date).
 * @returns Whole seconds from now, 0–86 400, or undefined when the header is absent or malformed.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1_000);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
