import { BooleanField, IntField, PAGE_MAX, TextField, UuidField } from '#libs/platform/http';

/** Which users to list. */
export class ListUsersQuery {
  @TextField({
    description: 'Part of a name, an e-mail address or an id; case does not matter.',
    maxLength: 200,
    optional: true,
    example: 'ada',
  })
  search?: string;

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

/** What the user may do from now on. Absent fields stay as they are. */
export class UpdateUserRequest {
  @BooleanField({ description: 'Whether the user may create publishers.', optional: true, example: true })
  isApproved?: boolean;

  @BooleanField({ description: 'Whether the user administers the service.', optional: true, example: false })
  isAdmin?: boolean;

  @TextField({ description: 'Why; kept in the audit log.', maxLength: 2_000, default: '' })
  reason!: string;
}
