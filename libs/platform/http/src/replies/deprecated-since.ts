import { applyDecorators, Header, SetMetadata } from '@nestjs/common';
import { ApiReplyHeaders } from '../requests/reply-headers.js';

const DEPRECATION = 'atelier:deprecation';

/** Since when nobody should begin to use a route, and when it ends; days as `2026-11-28`. */
export type Deprecation = {
  since: string;
  /** From this day on it may be gone; absent while that is open. */
  sunset?: string;
  /** Address of a page that says what to use instead. */
  link: string;
};

/**
 * Marks a route as deprecated: in its replies, errors too once the caller may call it, by `Deprecation` (RFC 9745, March 2025), `Sunset`
 * (RFC 8594, May 2019) and a `Link` to what to use instead; and in the API document.
 * @throws Error for a day that does not exist, and for an end before the beginning.
 */
export function DeprecatedSince(
  since: string,
  { sunset, link }: Omit<Deprecation, 'since'>,
): MethodDecorator {
  const start = midnight(since);
  const end = sunset === undefined ? undefined : midnight(sunset);
  if (end && end <= start) throw new Error(`A route cannot end on ${sunset} and be deprecated on ${since}`);
  return applyDecorators(
    SetMetadata(DEPRECATION, { since, link, ...(sunset !== undefined && { sunset }) } satisfies Deprecation),
    Header('Deprecation', `@${start.getTime() / 1_000}`),
    Header('Link', `<${link}>; rel="deprecation"`),
    ApiReplyHeaders('Deprecation', 'Link', ...(end ? (['Sunset'] as const) : [])),
    ...(end ? [Header('Sunset', end.toUTCString())] : []),
  );
}

/** What `DeprecatedSince` says of a handler. */
export function deprecationOf(handler: object): Deprecation | undefined {
  return Reflect.getMetadata(DEPRECATION, handler) as Deprecation | undefined;
}

function midnight(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new Error(`${day} is not a day`);
  return date;
}
