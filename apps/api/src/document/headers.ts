import type { ReplyHeader, RouteFacts } from '#libs/platform/http';

/** A map of headers that points at the shared descriptions. */
export function headerReferences(names: readonly ReplyHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What every good reply of a route carries. */
export function headersOfSuccess(method: string, hasBody: boolean, facts: RouteFacts): ReplyHeader[] {
  return [
    'X-Request-Id',
    ...(hasBody || facts.takesQuery ? (['X-Ignored-Fields'] as const) : []),
    ...(method === 'get' ? [] : (['Idempotent-Replayed'] as const)),
    ...(facts.isCached ? (['ETag', 'Cache-Control'] as const) : []),
    ...facts.replyHeaders,
    ...(facts.isRateLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
}

/** What the errors with this status carry. */
export function headersOfError(status: number, codes: readonly string[]): ReplyHeader[] {
  const own: Readonly<Record<number, readonly ReplyHeader[]>> = {
    401: ['WWW-Authenticate'],
    403: codes.includes('insufficient_scope') ? ['WWW-Authenticate'] : [],
    409: codes.includes('idempotency_in_flight') ? ['Retry-After'] : [],
    416: ['Content-Range'],
    429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    503: ['Retry-After'],
    507: ['Retry-After'],
  };
  // What was ignored is named before anything is refused.
  const isOfRequest = status < 500 && status !== 429;
  return ['X-Request-Id', ...(isOfRequest ? (['X-Ignored-Fields'] as const) : []), ...(own[status] ?? [])];
}
