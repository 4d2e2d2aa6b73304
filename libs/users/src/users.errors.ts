import { defineError } from '#libs/platform/errors';

/** No such user, or not visible to the caller. */
export const UserNotFound = defineError('user_not_found', 404, 'The user does not exist.');
/** No such token of the caller's. */
export const TokenNotFound = defineError('token_not_found', 404, 'The token does not exist or is not yours.');
/** A token cannot grant what it does not have. */
export const ScopeNotHeld = defineError('scope_not_held', 403, 'Your token cannot grant a scope it lacks.');
/** A token that ends cannot make one that ends later. */
export const TokenOutlivesItself = defineError(
  'token_outlives_itself',
  403,
  'A new token may not end later than the one that makes it.',
);
/** Somebody must be left to administer the service. */
export const LastAdmin = defineError('last_admin', 409, 'The last admin keeps the flag.');
