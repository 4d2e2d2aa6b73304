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
