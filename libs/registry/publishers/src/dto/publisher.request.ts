import {
  AddressField,
  BooleanField,
  ChangesSomething,
  CursorQuery,
  CustomField,
  EmailField,
  EnumField,
  type FieldOptions,
  LinkField,
  NameField,
  type Scope,
  TextField,
  UuidField,
} from '#libs/platform/http';
import { CreateTokenRequest, ScopesField } from '#libs/accounts/users';
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
    problemOf: publisherIdProblem,
    schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,62}$' },
  });
}

/** The fields of a publisher that its owner may set. Others are ignored. */
@ChangesSomething({ reason: true })
export class UpdatePublisherRequest {
  /** Display name. */
  @NameField({ maxLength: 200, isIdentity: true, optional: true, example: 'My Team' })
  name?: string;

  /** What the publisher does. */
  @TextField({ isProse: true, maxLength: 5_000, optional: true })
  description?: string;

  /** URL of the logo. */
  @LinkField({ label: 'Logo address', example: '/samples/lightmap.png' })
  logo?: string;

  /** Where the source code lives. */
  @AddressField({ label: 'Source code' })
  source_code_repo?: string;

  /** Where users get help: an address or a link. */
  @AddressField({ label: 'Support address' })
  support?: string;

  /** URL of the website. */
  @LinkField()
  website?: string;

  /** Status; only an admin may change it. */
  @EnumField({ values: PUBLISHER_STATUSES, optional: true })
  status?: PublisherStatus;

  /** Reason for the ban, with a status that bans the publisher. */
  @TextField({ maxLength: 2_000, optional: true })
  reason?: string;

  /** Why an admin should look at the publisher; empty when that is done. Only an admin may change it. */
  @NameField({ label: 'Why it needs a review', maxLength: 500, mayBeEmpty: true, optional: true })
  review_reason?: string;
}

/** A publisher to be created. */
export class CreatePublisherRequest extends UpdatePublisherRequest {
  /** Unique id, like a username, in lower case. */
  @PublisherIdField({ example: 'my-team' })
  id!: string;
}

/** Path of a publisher. */
export class PublisherPath {
  /** Id of the publisher. */
  @TextField({ maxLength: 63, example: 'my-team' })
  publisherId!: string;
}

/** Path of a member. */
export class MemberPath extends PublisherPath {
  /** Id of the membership. */
  @UuidField()
  memberId!: string;
}

/** Path of a token that is bound to a publisher. */
export class PublisherTokenPath extends PublisherPath {
  /** Id of the token. */
  @UuidField()
  tokenId!: string;
}

/** An id to check. */
export class ValidatePublisherQuery {
  /** The id to check. */
  @TextField({ maxLength: 200, example: 'my-team' })
  username!: string;
}

/** Which publishers to list. Conditions hold together; absent and blank ones do not restrict. */
export class ListPublishersQuery extends CursorQuery {
  /** Part of an id or a name; case does not matter. */
  @TextField({ maxLength: 200, optional: true })
  search?: string;

  /** Only publishers with this status. */
  @EnumField({ values: PUBLISHER_STATUSES, optional: true })
  status?: PublisherStatus;

  /** Only publishers without a member, or whose members are all suspended; for admins. */
  @BooleanField({ default: false })
  orphaned!: boolean;

  /** Only publishers that have published no version for 365 days, or none at all since they were created; for admins. */
  @BooleanField({ default: false })
  stale!: boolean;
}

/** The user to invite, by id or by e-mail address. */
export class InviteMemberRequest {
  /** Id of the user. */
  @UuidField({ label: 'User', optional: true })
  user_id?: string;

  /** E-mail address of a present or future user; no mail is sent. */
  @EmailField({ label: 'E-mail address', optional: true, example: 'bob@example.com' })
  email?: string;

  /** Role that the user gets by accepting. */
  @EnumField({ values: MEMBER_ROLES, default: 'member' })
  role!: MemberRole;

  /** For admins: makes the user a member at once, without an invitation. */
  @BooleanField({ label: 'Member at once, without an invitation', default: false })
  accepted!: boolean;
}

/** A member's new role. */
@ChangesSomething()
export class ChangeRoleRequest {
  /** The new role. */
  @EnumField({ values: MEMBER_ROLES })
  role!: MemberRole;
}

/** The new owner of a publisher. */
export class TransferPublisherRequest {
  /** Id of the user who gets the publisher. */
  @UuidField({ label: 'User' })
  user_id!: string;

  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;
}

/** Why something is banned. */
export class BanRequest {
  /** Why; shown to the owner and kept in the audit log. */
  @TextField({ minLength: 1, maxLength: 2_000, example: 'Steals keys.' })
  reason!: string;
}

/** Why a ban is lifted. */
export class ModerationRequest {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;
}

/** What a token that is bound to a publisher may be used for. */
export const PUBLISHER_TOKEN_SCOPES = ['registry:read', 'registry:write'] as const satisfies readonly Scope[];

/** A token to be made for one publisher. */
export class CreatePublisherTokenRequest extends CreateTokenRequest {
  /** What the token may be used for; only registry scopes that you have. `registry:read` and `registry:write` when absent. */
  @ScopesField({ known: PUBLISHER_TOKEN_SCOPES, optional: true })
  override scopes?: Scope[];
}
