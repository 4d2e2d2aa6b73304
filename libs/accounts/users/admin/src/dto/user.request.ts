import {
  BooleanField,
  ChangesSomething,
  CursorQuery,
  EmailField,
  IntField,
  NameField,
  NumberField,
  TextField,
  UuidField,
} from '#libs/platform/http';

const NAME_MAX_CHARS = 200;

/** Which users to list. All conditions must match; absent and blank ones are ignored. */
export class ListUsersQuery extends CursorQuery {
  /** Part of a name, an e-mail address or an id; case does not matter. */
  @TextField({ maxLength: 200, optional: true })
  search?: string;

  /** Only users waiting for approval, or only approved ones. */
  @BooleanField({ optional: true })
  pending?: boolean;

  /** Only suspended users, or only others. */
  @BooleanField({ optional: true })
  suspended?: boolean;
}

export class UserPath {
  /** Id of the user. */
  @UuidField()
  userId!: string;
}

export class UserTokenPath extends UserPath {
  /** Id of the token. */
  @UuidField()
  tokenId!: string;
}

export class CreateUserRequest {
  /** Display name. */
  @NameField({ maxLength: NAME_MAX_CHARS, example: 'Grace' })
  name!: string;

  /** E-mail address; nothing is sent to it. Invitations to publishers use it. */
  @EmailField({ label: 'E-mail address', example: 'grace@example.com' })
  email!: string;

  /** Whether the user administers the service. */
  @BooleanField({ label: 'Admin', default: false })
  isAdmin!: boolean;

  /** Whether the user may create publishers. */
  @BooleanField({ label: 'Approved', default: true })
  isApproved!: boolean;
}

/** Changes of a user. Absent fields are not changed. */
@ChangesSomething({ reason: true })
export class UpdateUserRequest {
  /** Display name. */
  @NameField({ maxLength: NAME_MAX_CHARS, optional: true })
  name?: string;

  /** E-mail address. */
  @EmailField({ label: 'E-mail address', optional: true })
  email?: string;

  /** Whether the user may create publishers. */
  @BooleanField({ label: 'Approved', optional: true, example: true })
  isApproved?: boolean;

  /** Whether the user administers the service. */
  @BooleanField({ label: 'Admin', optional: true })
  isAdmin?: boolean;

  /** Whether the user is suspended: the user's tokens stop working within 5 seconds. */
  @BooleanField({ label: 'Suspended', optional: true })
  isSuspended?: boolean;

  /** Most publishers that the user may own; 0 for the installation's default. */
  @IntField({ label: 'Publishers it may own', min: 0, max: 100_000, optional: true })
  publisherLimit?: number;

  /** Relative share of the queue: turns of the user's tasks for each turn of a user of weight 1. */
  @NumberField({ label: 'Weight in the queue', min: 0.1, max: 10, optional: true, example: 2 })
  queueWeight?: number;

  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;
}
