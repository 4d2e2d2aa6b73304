import type { ReplyHeader, RouteFacts } from '#libs/platform/http';

/** The field `headers` of a response, which points at the shared descriptions; nothing for a response without any. */
export function headersOf(names: readonly ReplyHeader[]): { headers?: Record<string, { $ref: string }> } {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

/** What the good replies of a route carry beside what every reply may: those headers are stated with the errors they belong to. */
export function headersOfSuccess(facts: RouteFacts): ReplyHeader[] {
  return [...(facts.isCached ? (['ETag', 'Cache-Control'] as const) : []), ...facts.replyHeaders];
}

/** What the errors with this status carry. */
export function headersOfError(status: number, codes: readonly string[]): ReplyHeader[] {
  const own: Readonly<Record<number, readonly ReplyHeader[]>> = {
    400: ['X-Ignored-Fields'],
    401: ['WWW-Authenticate'],
    403: codes.includes('insufficient_scope') ? ['WWW-Authenticate'] : [],
    409: codes.includes('idempotency_in_flight') ? ['Idempotent-Replayed', 'Retry-After'] : [],
    416: ['Content-Range'],
    429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    500: ['X-Request-Id'],
    503: ['Retry-After'],
    507: ['Retry-After'],
  };
  return [...(own[status] ?? [])];
}
