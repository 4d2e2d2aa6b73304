import { defineError } from './domain-error.js';

/** A field, parameter or header breaks its rule; the message names each one. */
export const InvalidRequest = defineError('invalid_request', 400, 'A field or parameter breaks its rule.');
/** The body is not JSON, not UTF-8, or repeats a key. */
export const InvalidJson = defineError('invalid_json', 400, 'The body is not valid JSON in UTF-8.');
/** The bytes that came are not those of the digest sent along. */
export const DigestMismatch = defineError(
  'digest_mismatch',
  400,
  'The body does not have the digest of Content-Digest.',
);
/** No token, or one that is unknown, expired or revoked. */
export const Unauthorized = defineError('unauthorized', 401, 'A valid bearer token is needed.');
/** The caller is known and may not do this. */
export const Forbidden = defineError('forbidden', 403, 'You may not do this.');
/** The token lacks the scope that the operation asks for. */
export const InsufficientScope = defineError('insufficient_scope', 403, 'The token lacks the scope needed.');
/** No such path. */
export const RouteNotFound = defineError('route_not_found', 404, 'There is nothing at this path.');
/** The thing is absent, or not visible to the caller. */
export const NotFound = defineError('not_found', 404, 'It does not exist or is not visible to you.');
/** The path exists, the method does not. `Allow` lists those that do. */
export const MethodNotAllowed = defineError('method_not_allowed', 405, 'The path does not take this method.');
/** The request clashes with the present state. */
export const Conflict = defineError('conflict', 409, 'The request clashes with the present state.');
/** The body is larger than the limit of the route. */
export const BodyTooLarge = defineError('body_too_large', 413, 'The body is larger than allowed.');
/** The content type is not one that the route reads. */
export const UnsupportedMediaType = defineError(
  'unsupported_media_type',
  415,
  'The content type is not supported.',
);
/** Too many requests; `Retry-After` says when to come back. */
export const RateLimited = defineError('rate_limited', 429, 'Too many requests.');
/** A fault of ours; the log has the detail under the request id. */
export const InternalError = defineError('internal_error', 500, 'Something went wrong on our side.');
/** A part that the request needs is down; nothing was started. */
export const Unavailable = defineError('unavailable', 503, 'The service cannot take this request right now.');
/** No room to store anything; `Retry-After` says when to come back. */
export const InsufficientStorage = defineError(
  'insufficient_storage',
  507,
  'The disk of the service is nearly full. Come back later; what was accepted goes on when there is room again.',
);
