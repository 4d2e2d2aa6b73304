import type { ReplyHeader, RouteFacts } from '#libs/platform/http';

/** The field `headers` of a response, with references to the shared descriptions; empty for a response without any. */
export function headersOf(names: readonly ReplyHeader[]): { headers?: Record<string, { $ref: string }> } {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

/** Headers of a route's successful replies, besides those that every reply may have, which are described with the errors. */
export function headersOfSuccess(facts: RouteFacts): ReplyHeader[] {
  return [...(facts.isCached ? (['ETag', 'Cache-Control'] as const) : []), ...facts.replyHeaders];
}

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
