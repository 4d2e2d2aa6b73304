import { defineErrors } from '#libs/platform/errors';

export const {
  PublisherNotFound,
  PublisherTaken,
  PublisherLimitReached,
  HeirNotMember,
  ApprovalRequired,
  PublisherBanned,
  PublisherHasNodes,
  NotAMember,
  OwnerRequired,
  OwnPublisher,
  TokenBoundElsewhere,
  MemberNotFound,
  NotYourInvitation,
  MemberExists,
  LastOwner,
  ProofNotFound,
  ProofExists,
  ProofLimitReached,
} = defineErrors({
  PublisherNotFound: [404, 'The publisher does not exist.'],
  PublisherTaken: [409, 'A publisher with this id exists already.'],
  PublisherLimitReached: [403, 'You own as many publishers as allowed.'],
  /** A user must have agreed to belong to a publisher before owning it. */
  HeirNotMember: [
    409,
    'The user must be a member of the publisher first: invite the user and wait for the acceptance.',
  ],
  ApprovalRequired: [403, 'An admin must approve you first.'],
  /** A banned publisher may be read but not changed. */
  PublisherBanned: [403, 'The publisher is banned.'],
  PublisherHasNodes: [409, 'The publisher still has nodes.'],
  /** The caller is not a member, or not an owner where one is needed. */
  NotAMember: [403, 'You are not a member of this publisher.'],
  OwnerRequired: [403, 'Only an owner of the publisher may do this.'],
  OwnPublisher: [403, 'Members of a publisher cannot report it.'],
  TokenBoundElsewhere: [403, 'The token is bound to another publisher.'],
  MemberNotFound: [404, 'The publisher has no such member.'],
  NotYourInvitation: [403, 'Only the user who was invited may accept the invitation.'],
  MemberExists: [409, 'The user is a member or was invited already.'],
  LastOwner: [409, 'A publisher needs at least one owner.'],
  ProofNotFound: [404, 'The publisher has no such proof.'],
  ProofExists: [409, 'The publisher has a proof of this subject already.'],
  ProofLimitReached: [409, 'The publisher has as many proofs as allowed. Remove one first.'],
});

/** Of routes that members of the publisher may use. */
export const MEMBER_ERRORS = [NotAMember, PublisherBanned, PublisherNotFound];

/** Of routes that only its owners may use. */
export const OWNER_ERRORS = [...MEMBER_ERRORS, OwnerRequired];
