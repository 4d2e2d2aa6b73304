import { defineError } from '#libs/platform/errors';

/** No such user, or not visible to the caller. */
export const UserNotFound = defineError('user_not_found', 404, 'The user does not exist.');
/** No such token of the caller's, or one that can do more. */
export const TokenNotFound = defineError(
  'token_not_found',
  404,
  'The token does not exist, is not yours, or can do more than yours.',
);
/** A user has as many living tokens as allowed. */
export const TokenLimitReached = defineError(
  'token_limit_reached',
  409,
  'You have as many tokens as allowed. Revoke one.',
);
/** A token cannot grant what it does not have. */
export const ScopeNotHeld = defineError('scope_not_held', 403, 'Your token cannot grant a scope it lacks.');
/** A token that ends cannot make one that ends later. */
export const TokenOutlivesItself = defineError(
  'token_outlives_itself',
  403,
  'A new token may not end later than the one that makes it.',
);
/** An admin must be left. */
export const LastAdmin = defineError(
  'last_admin',
  409,
  'The last admin cannot be demoted, suspended or deleted; make another user an admin first.',
);
/** Admins name a person once. */
export const EmailTaken = defineError('email_taken', 409, 'Another user has this e-mail address already.');
/** The issuer of sign-ins says who its users are. */
export const NamedByIssuer = defineError(
  'named_by_issuer',
  409,
  'Name and e-mail address of this user follow the issuer that signs the user in.',
);
/** The user may not act until an admin ends the suspension. */
export const UserSuspended = defineError('user_suspended', 403, 'The user is suspended.');
/** Something would be nobody's without the user. */
export const UserStillNeeded = defineError(
  'user_still_needed',
  409,
  'The user is the only owner of a publisher. Transfer or delete it first.',
);
/** No such code. */
export const InvitationNotFound = defineError('invitation_not_found', 404, 'The invitation does not exist.');
/** The code has given its token. */
export const InvitationUsed = defineError(
  'invitation_used',
  409,
  'The invitation has been accepted already. Ask an admin for a new one.',
);
/** The code is too old, or a newer one took its place. */
export const InvitationExpired = defineError(
  'invitation_expired',
  409,
  'The invitation has expired or was replaced by a newer one. Ask an admin for a new one.',
);
