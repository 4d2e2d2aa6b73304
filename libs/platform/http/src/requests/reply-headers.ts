/** A header as the API document describes it. */
type Header = { description: string; schema: object };

const text = (description: string): Header => ({ description, schema: { type: 'string' } });
const count = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Every header that a reply may carry beside those of HTTP itself. */
export const REPLY_HEADERS = {
  'X-Request-Id': text('Names the request, in the log too. Say it when you report a problem.'),
  'X-Ignored-Fields': text('Names fields and parameters that were sent and are not known, or were not used.'),
  'X-Credits-Used': count('Price of the task in credits; 0 when it has failed or was canceled.'),
  'X-Estimated-Duration-Seconds': count('How long the work is expected to take.'),
  'X-Task-Id': { description: 'Id of the task.', schema: { type: 'string', format: 'uuid' } },
  'Preference-Applied': {
    description:
      'Present when the task ended within the time that `Prefer` allowed: the reply shows it as it ended.',
    schema: { type: 'string', example: 'wait=30' },
  },
  'Idempotent-Replayed': {
    description:
      'Present when this is the reply, perhaps an error, to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: text(
    'Requests left (`r`) and seconds until all are back (`t`), for example `"token";r=1199;t=60, "user";r=3599;t=60`. Errors carry it too.',
  ),
  'RateLimit-Policy': text(
    'Requests (`q`) in a window of seconds (`w`), for example `"token";q=1200;w=60, "user";q=3600;w=60`. Errors carry it too.',
  ),
  'Retry-After': count('Seconds to wait before the next try.'),
  'WWW-Authenticate': text('How to authenticate: `Bearer`, with what is wrong about the token sent.'),
  ETag: text('Names this state of the reply; send it as `If-None-Match` to learn when nothing has changed.'),
  'Cache-Control': text('Who may keep the reply, and for how long.'),
  'Accept-Ranges': {
    description: 'Parts can be asked for by `Range`.',
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': text('Which bytes these are, of how many.'),
  'Content-Digest': text('SHA-256 of the whole (RFC 9530).'),
  'Repr-Digest': text('SHA-256 of the whole file, also where only a part is sent (RFC 9530).'),
  'X-Total-Count': count(
    'How many there are on all pages; counted up to 10,000 where `X-Total-Exact` is `false`.',
  ),
  'X-Next-Cursor': text('Pass it as `cursor` for the next page, at any depth; absent on the last.'),
  'X-Total-Exact': {
    description: '`false` when there are more than `total`, or when `total` is an estimate.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  Link: text(
    'Addresses by their relation (RFC 8288): the pages `first`, `prev`, `next` and `last` of a list, as far as there are such; the sound of music (`alternate`); what to use instead of a deprecated operation (`deprecation`).',
  ),
  Deprecation: text('Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745).'),
  Sunset: text('From when on the operation may be gone (RFC 8594).'),
  Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri-reference' } },
} as const satisfies Record<string, Header>;

/** The name of one of `REPLY_HEADERS`. */
export type ReplyHeader = keyof typeof REPLY_HEADERS;

const HEADERS = 'atelier:reply-headers';

/** States headers that the good replies of a route carry beside those that any route may; may be used twice. */
export function ApiReplyHeaders(...names: readonly ReplyHeader[]): MethodDecorator & ClassDecorator {
  return (owner: object, _name?: string | symbol, handler?: PropertyDescriptor) => {
    const target = handler?.value ?? owner;
    Reflect.defineMetadata(HEADERS, [...replyHeadersOfRoute(target), ...names], target);
  };
}

/** States what the reply to a media request says of its task. */
export const ApiTaskHeaders = () => ApiReplyHeaders('X-Credits-Used', 'X-Estimated-Duration-Seconds');

/** The headers that `ApiTaskHeaders` states. */
export function costHeaders(creditsUsed: number, estimatedSeconds: number): Record<string, string> {
  return {
    'X-Credits-Used': String(creditsUsed),
    'X-Estimated-Duration-Seconds': String(estimatedSeconds),
  };
}

/** What `ApiReplyHeaders` says of a handler or its controller. */
export function replyHeadersOfRoute(...targets: readonly object[]): ReplyHeader[] {
  return targets.flatMap((target) => (Reflect.getMetadata(HEADERS, target) ?? []) as ReplyHeader[]);
}
