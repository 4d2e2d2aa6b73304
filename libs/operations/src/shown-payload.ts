const SECRET = /secret|token|password|authorization|api.?key/i;
const TEXT_MAX_CHARS = 200;
const ENTRIES_MAX = 20;
const DEPTH_MAX = 3;
const HIDDEN = '***';

/** A job's payload as an admin may read it: without secrets, long texts cut, large parts left out. */
export function shownPayload(payload: Record<string, unknown>): Record<string, unknown> {
  return shownFields(payload, 1);
}

function shownFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, ENTRIES_MAX);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, SECRET.test(key) ? HIDDEN : shownValue(value, depth)]),
  );
}

function shownValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_MAX_CHARS ? `${value.slice(0, TEXT_MAX_CHARS)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((entry) => shownValue(entry, depth + 1));
  return shownFields(value, depth + 1);
}
