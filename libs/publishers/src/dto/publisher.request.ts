import {
  AddressField,
  BooleanField,
  ChangesSomething,
  CustomField,
  EmailField,
  EnumField,
  type FieldOptions,
  IntField,
  LinkField,
  NameField,
  PAGE_MAX,
  TextField,
  UuidField,
} from '#libs/platform/http';
import {
  MEMBER_ROLES,
  type MemberRole,
  PUBLISHER_STATUSES,
  type PublisherStatus,
} from '../publisher.entity.js';
import { publisherIdProblem } from '../publisher-id.js';

function PublisherIdField(options: FieldOptions): PropertyDecorator {
  return CustomField(options, {
    rule: 'must be 2 to 63 lower-case letters, digits and dashes, and start with a letter',
    isValid: (value) => publisherIdProblem(value) === undefined,
    problemOf: publisherIdProblem,
    schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,62}$' },
  });
}

/** The fields of a publisher that its owner may set. Others are ignored. */
@ChangesSomething()
export class UpdatePublisherRequest {
  @NameField({ description: 'Display name.', maxLength: 200, optional: true, example: 'My Team' })
  name?: string;

  @TextField({ description: 'What the publisher does.', maxLength: 5_000, optional: true })
  description?: string;

  @LinkField({ description: 'URL of the logo.', example: '/samples/lightmap.png' })
  logo?: string;

  @AddressField({ description: 'Where the source code lives.' })
  source_code_repo?: string;

  @AddressField({ description: 'Where users get help: an address or a link.' })
  support?: string;

  @LinkField({ description: 'URL of the website.' })
  website?: string;

  @EnumField({ description: 'Only an admin may change it.', values: PUBLISHER_STATUSES, optional: true })
  status?: PublisherStatus;
}

/** A publisher to be created. */
export class CreatePublisherRequest extends UpdatePublisherRequest {
  @PublisherIdField({ description: 'Unique id, akin to a username, lower case.', example: 'my-team' })
  id!: string;
}

/** Path of a publisher. */
export class PublisherPath {
  @TextField({ description: 'Id of the publisher.', maxLength: 63, example: 'my-team' })
  publisherId!: string;
}

/** Path of a member. */
export class MemberPath extends PublisherPath {
  @UuidField({ description: 'Id of the membership.' })
  memberId!: string;
}

/** Path of a token that is bound to a publisher. */
export class PublisherTokenPath extends PublisherPath {
  @UuidField({ description: 'Id of the token.' })
  tokenId!: string;
}

/** A name to try. */
export class ValidatePublisherQuery {
  @TextField({ description: 'The id to try.', maxLength: 200, example: 'my-team' })
  username!: string;
}

/** Which publishers to list. Conditions hold together; absent and blank ones do not restrict. */
export class ListPublishersQuery {
  @TextField({
    description: 'Part of an id or a name; case does not matter.',
    maxLength: 200,
    optional: true,
  })
  search?: string;

  @EnumField({
    description: 'Only publishers with this status.',
    values: PUBLISHER_STATUSES,
    optional: true,
  })
  status?: PublisherStatus;

  @IntField({ description: 'Page, from 1.', min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  @IntField({ description: 'Publishers on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}

/** Whom to invite: a user id or an e-mail address. */
export class InviteMemberRequest {
  @UuidField({ description: 'Id of the user.', optional: true })
  user_id?: string;

  @EmailField({
    description: 'E-mail address of somebody who is a user or will be one; nothing is sent there.',
    optional: true,
    example: 'bob@example.com',
  })
  email?: string;

  @EnumField({
    description: 'Role that the user gets by accepting.',
    values: MEMBER_ROLES,
    default: 'member',
  })
  role!: MemberRole;

  @BooleanField({
    description: 'For admins: makes a user a member at once, who need not accept.',
    default: false,
  })
  accepted!: boolean;
}

/** A member's new role. */
@ChangesSomething()
export class ChangeRoleRequest {
  @EnumField({ description: 'The new role.', values: MEMBER_ROLES })
  role!: MemberRole;
}

/** Whom a publisher goes to. */
export class TransferPublisherRequest {
  @UuidField({ description: 'Id of the user who gets the publisher.' })
  user_id!: string;

  @TextField({ description: 'Why; kept in the audit log.', maxLength: 2_000, default: '' })
  reason!: string;
}

/** Why something is moderated. */
export class ModerationRequest {
  @TextField({
    description: 'Why; shown to the owner and kept in the audit log.',
    maxLength: 2_000,
    default: '',
  })
  reason!: string;
}
