import type { AccessToken } from './access-token.entity.js';

/**
 * A user is deleted; published in the transaction of the deletion. A module that keeps something personal of the user, or a
 * place for the user, lets it go; who needs the user throws `UserStillNeeded`.
 */
export class UserDeleted {
  constructor(
    readonly userId: string,
    /** The address that the user had; '' when none was known. */
    readonly email: string,
  ) {}
}

/** The issuer's claim has made a user an admin, or no admin any more; published in the transaction of the change. */
export class AdminRoleFollowedIssuer {
  constructor(
    readonly userId: string,
    readonly isAdmin: boolean,
  ) {}
}

/** Who acts with a token; in the transaction of the act. */
type Actor = { userId: string; tokenId?: string };

/** A user has made a token for use by programs. */
export class TokenMade {
  constructor(
    readonly by: Actor,
    readonly token: AccessToken,
  ) {}
}

/** A user has ended one of the own tokens. */
export class TokenRevoked {
  constructor(
    readonly by: Actor,
    readonly token: AccessToken,
  ) {}
}
