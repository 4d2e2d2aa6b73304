import { defineError } from '#libs/platform/errors';

/** No such publisher. */
export const PublisherNotFound = defineError('publisher_not_found', 404, 'The publisher does not exist.');
/** The id is in use. */
export const PublisherTaken = defineError('publisher_taken', 409, 'A publisher with this id exists already.');
/** The user has as many publishers as the installation allows. */
export const PublisherLimitReached = defineError(
  'publisher_limit_reached',
  403,
  'You own as many publishers as allowed.',
);
/** Users get a publisher only once they have agreed to belong to it. */
export const HeirNotMember = defineError(
  'heir_not_member',
  409,
  'The user must be a member of the publisher first: invite the user, who accepts.',
);
/** The user waits for an admin's approval. */
export const ApprovalRequired = defineError('approval_required', 403, 'An admin must approve you first.');
/** The publisher is banned: it may be read, not changed. */
export const PublisherBanned = defineError('publisher_banned', 403, 'The publisher is banned.');
/** The publisher still has nodes. */
export const PublisherHasNodes = defineError('publisher_has_nodes', 409, 'The publisher still has nodes.');
/** The caller is not a member, or not an owner where one is needed. */
export const NotAMember = defineError('not_a_member', 403, 'You are not a member of this publisher.');
/** The act is for owners. */
export const OwnerRequired = defineError(
  'owner_required',
  403,
  'Only an owner of the publisher may do this.',
);
/** The token is bound to another publisher. */
export const TokenBoundElsewhere = defineError(
  'token_bound_elsewhere',
  403,
  'The token is bound to another publisher.',
);
/** No such member. */
export const MemberNotFound = defineError('member_not_found', 404, 'The publisher has no such member.');
/** Only the user who was invited joins by it. */
export const NotYourInvitation = defineError(
  'not_your_invitation',
  403,
  'Only the user who was invited may accept the invitation.',
);
/** The user is a member, or was invited, already. */
export const MemberExists = defineError('member_exists', 409, 'The user is a member or was invited already.');
/** A publisher keeps at least one owner. */
export const LastOwner = defineError('last_owner', 409, 'A publisher keeps at least one owner.');
