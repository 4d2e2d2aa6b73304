import { defineErrors } from './domain-error.js';

export const {
  InvalidRequest,
  InvalidJson,
  DigestMismatch,
  Unauthorized,
  Forbidden,
  InsufficientScope,
  CrossSiteRequest,
  RouteNotFound,
  NotFound,
  MethodNotAllowed,
  Conflict,
  BodyTooLarge,
  UnsupportedMediaType,
  RateLimited,
  InternalError,
  Unavailable,
  InsufficientStorage,
} = defineErrors({
  /** A field, parameter or header breaks its rule; the message names each one. */
  InvalidRequest: [400, 'A field or parameter breaks its rule.'],
  /** The body is not JSON, not UTF-8, or repeats a key. */
  InvalidJson: [400, 'The body is not valid JSON in UTF-8.'],
  DigestMismatch: [400, 'The body does not have the digest of Content-Digest.'],
  /** No token, or one that is unknown, expired or revoked. */
  Unauthorized: [401, 'A valid bearer token is required.'],
  Forbidden: [403, 'You may not do this.'],
  InsufficientScope: [403, 'The token lacks the scope needed.'],
  /** A session is accepted only from pages of the service itself. */
  CrossSiteRequest: [403, 'The request comes from a page of another site.'],
  RouteNotFound: [404, 'There is nothing at this path.'],
  /** The object is absent, or not visible to the caller. */
  NotFound: [404, 'It does not exist or is not visible to you.'],
  /** The path exists, the method does not. `Allow` lists those that do. */
  MethodNotAllowed: [405, 'The path does not support this method.'],
  Conflict: [409, 'The request conflicts with the current state.'],
  BodyTooLarge: [413, 'The body is larger than allowed.'],
  UnsupportedMediaType: [415, 'The content type is not supported.'],
  /** Too many requests; `Retry-After` says when to try again. */
  RateLimited: [429, 'Too many requests.'],
  /** A fault of ours; the log has the detail under the request id. */
  InternalError: [500, 'Something went wrong on our side.'],
  /** A part that the request needs is down; nothing was started. */
  Unavailable: [503, 'The service cannot take this request right now.'],
  /** No space to store anything; `Retry-After` says when to try again. */
  InsufficientStorage: [
    507,
    'The disk of the service is nearly full. Try again later; accepted tasks continue when there is space again.',
  ],
});
