import {
  BooleanField,
  ChangesSomething,
  EmailField,
  IntField,
  NameField,
  PAGE_MAX,
  TextField,
  UuidField,
} from '#libs/platform/http';

const NAME_MAX_CHARS = 200;

/** Which users to list. Conditions hold together; absent and blank ones do not restrict. */
export class ListUsersQuery {
  @TextField({
    description: 'Part of a name, an e-mail address or an id; case does not matter.',
    maxLength: 200,
    optional: true,
  })
  search?: string;

  @BooleanField({
    description: 'Only users who wait for approval, or only approved ones.',
    optional: true,
  })
  pending?: boolean;

  @BooleanField({ description: 'Only suspended users, or only others.', optional: true })
  suspended?: boolean;

  @IntField({ description: 'Page, from 1.', min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  @IntField({ description: 'Users on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}

/** Path of a user. */
export class UserPath {
  @UuidField({ description: 'Id of the user.' })
  userId!: string;
}

/** Path of a user's token. */
export class UserTokenPath extends UserPath {
  @UuidField({ description: 'Id of the token.' })
  tokenId!: string;
}

/** A user to be made. */
export class CreateUserRequest {
  @NameField({ description: 'Display name.', maxLength: NAME_MAX_CHARS, example: 'Grace' })
  name!: string;

  @EmailField({
    description: 'E-mail address; nothing is sent there. Invitations to publishers go by it.',
    example: 'grace@example.com',
  })
  email!: string;

  @BooleanField({ description: 'Whether the user administers the service.', default: false })
  isAdmin!: boolean;

  @BooleanField({ description: 'Whether the user may create publishers.', default: true })
  isApproved!: boolean;
}

/** What changes about a user. Absent fields stay as they are. */
@ChangesSomething({ reason: true })
export class UpdateUserRequest {
  @NameField({ description: 'Display name.', maxLength: NAME_MAX_CHARS, optional: true })
  name?: string;

  @EmailField({ description: 'E-mail address.', optional: true })
  email?: string;

  @BooleanField({ description: 'Whether the user may create publishers.', optional: true, example: true })
  isApproved?: boolean;

  @BooleanField({ description: 'Whether the user administers the service.', optional: true })
  isAdmin?: boolean;

  @BooleanField({
    description: "Whether the user is suspended: within 5 seconds none of the user's tokens works.",
    optional: true,
  })
  isSuspended?: boolean;

  @IntField({
    description: 'Most publishers that the user may own; 0 gives back the number of the installation.',
    min: 0,
    max: 100_000,
    optional: true,
  })
  publisherLimit?: number;

  @TextField({ description: 'Why; kept in the audit log.', maxLength: 2_000, default: '' })
  reason!: string;
}
