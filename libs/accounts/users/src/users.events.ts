import type { AccessToken } from './access-token.entity.js';

/**
 * A user is deleted; published in the transaction of the deletion. Modules that store personal data or a place of the
 * user remove it; a module that still needs the user throws `UserStillNeeded`.
 */
export class UserDeleted {
  constructor(
    readonly userId: string,
    /** The user's address; '' when none was known. */
    readonly email: string,
  ) {}
}

/** The issuer's claim granted or withdrew the admin role; published in the transaction of the change. */
export class AdminRoleFollowedIssuer {
  constructor(
    readonly userId: string,
    readonly isAdmin: boolean,
  ) {}
}

/** Who acts with a token; in the transaction of the act. */
type Actor = { userId: string; tokenId?: string };

/** A user has made a token for programs. */
export class TokenMade {
  constructor(
    readonly by: Actor,
    readonly token: AccessToken,
  ) {}
}

/** A user has revoked one of their own tokens. */
export class TokenRevoked {
  constructor(
    readonly by: Actor,
    readonly token: AccessToken,
  ) {}
}
