import { defineErrors } from '#libs/platform/errors';

export const {
  UserNotFound,
  TokenNotFound,
  TokenLimitReached,
  ScopeNotHeld,
  TokenOutlivesItself,
  LastAdmin,
  EmailTaken,
  NamedByIssuer,
  UserSuspended,
  UserStillNeeded,
  InvitationNotFound,
  InvitationUsed,
  InvitationExpired,
  IssuerNotConfigured,
  SignedInAlready,
} = defineErrors({
  /** No such user, or not visible to the caller. */
  UserNotFound: [404, 'The user does not exist.'],
  TokenNotFound: [404, 'The token does not exist, is not yours, or can do more than yours.'],
  TokenLimitReached: [409, 'You have the maximum number of tokens. Revoke one first.'],
  ScopeNotHeld: [403, 'Your token cannot grant a scope it lacks.'],
  TokenOutlivesItself: [403, 'A new token may not end later than the one that makes it.'],
  LastAdmin: [
    409,
    'The last admin cannot be demoted, suspended or deleted; make another user an admin first.',
  ],
  EmailTaken: [409, 'Another user already has this e-mail address.'],
  NamedByIssuer: [409, 'Name and e-mail address of this user follow the issuer that signs the user in.'],
  UserSuspended: [403, 'The user is suspended.'],
  UserStillNeeded: [409, 'The user is the only owner of a publisher. Transfer or delete it first.'],
  InvitationNotFound: [404, 'The invitation does not exist.'],
  IssuerNotConfigured: [404, 'Sign-in at an issuer is not configured here.'],
  InvitationUsed: [409, 'The invitation was already accepted. Ask an admin for a new one.'],
  /** The browser has a session; the invitation stays valid. */
  SignedInAlready: [
    409,
    'This browser is signed in. Sign out first, or send "replace_session": true to end its session. The invitation was not used.',
  ],
  InvitationExpired: [
    409,
    'The invitation has expired or was replaced by a newer one. Ask an admin for a new one.',
  ],
});
