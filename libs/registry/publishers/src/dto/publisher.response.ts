import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf, visibleProse } from '#libs/platform/http';
import type { MemberWithUser } from '../members.repository.js';
import {
  MEMBER_ROLES,
  type MemberRole,
  type Publisher,
  type PublisherMember,
  PUBLISHER_STATUSES,
  type PublisherStatus,
} from '../publisher.entity.js';
import { VerifiedMarkResponse } from './proof.response.js';
import type { UpdatePublisherRequest } from './publisher.request.js';

/** The user who is a member. */
export class MemberUserResponse {
  /** User id; absent while an invitation by e-mail is open. */
  @ApiPropertyOptional({ format: 'uuid' }) id?: string;

  /** Display name; empty while an invitation by e-mail is open. */
  @ApiProperty({ example: 'Ada' }) name!: string;

  /** E-mail address; shown to the publisher's members and to admins only. */
  @ApiPropertyOptional() email?: string;
}

/** One member of a publisher. */
export class MemberResponse {
  /** Id of the membership. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** What the member may do. */
  @ApiProperty({ enum: MEMBER_ROLES }) role!: MemberRole;

  /** The user who is the member. */
  @ApiProperty({ type: MemberUserResponse }) user!: MemberUserResponse;

  /** True while the invitation waits for an answer. */
  @ApiPropertyOptional() invited?: boolean;

  static from({ member, user }: MemberWithUser, showsEmail: boolean): MemberResponse {
    return responseOf(MemberResponse, member, {
      user: {
        ...(member.userId === null ? {} : { id: member.userId }),
        name: user?.name ?? '',
        ...(showsEmail ? emailOf(member, user) : {}),
      },
      invited: member.acceptedAt === null || undefined,
    });
  }
}

/** A user invited by id has not agreed to show an address yet. */
function emailOf(
  { acceptedAt, invitedEmail }: PublisherMember,
  user: MemberWithUser['user'],
): { email?: string } {
  if (invitedEmail !== null) return { email: invitedEmail };
  return acceptedAt !== null && user ? { email: user.email } : {};
}

/** A publisher. */
export class PublisherResponse implements Required<Omit<UpdatePublisherRequest, 'reason' | 'review_reason'>> {
  /** Unique id, like a username. */
  @ApiProperty({ example: 'my-team' }) id!: string;

  /** Display name. */
  @ApiProperty({ example: 'My Team' }) name!: string;

  /** What the publisher does. */
  @ApiProperty() description!: string;

  /** URL of the logo. */
  @ApiProperty() logo!: string;

  /** Path of the logo on this server, as `icon_path` of nodes; empty without one. */
  @ApiProperty({ example: '' }) logo_path!: string;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  /** Its members. */
  @ApiProperty({ type: [MemberResponse] }) members!: MemberResponse[];

  /** Where the source code lives. */
  @ApiProperty() source_code_repo!: string;

  /** Domains and repositories that it has proved to be its own; empty when there are none. */
  @ApiProperty({ type: [VerifiedMarkResponse] }) verified!: VerifiedMarkResponse[];

  /** Whether it may publish. */
  @ApiProperty({ enum: PUBLISHER_STATUSES }) status!: PublisherStatus;

  /** Reason for the ban; empty when none was given. For members and admins, while the publisher is banned. */
  @ApiPropertyOptional() ban_reason?: string;

  /** When it was banned. For members and admins, while the publisher is banned. */
  @ApiPropertyOptional({ format: 'date-time' }) banned_at?: string;

  /** Why an admin should look at it; its nodes are hidden meanwhile. Shown to admins only. */
  @ApiPropertyOptional() review_reason?: string;

  /** Where users get help. */
  @ApiProperty() support!: string;

  /** URL of the website. */
  @ApiProperty() website!: string;

  /**
   * @param isInside Whether the reader is a member or an admin: they also see e-mail addresses and the reason of a ban.
   * @param isAdmin Whether the reader is an admin, who also sees the reason of a review.
   */
  static from(
    publisher: Publisher,
    members: readonly MemberWithUser[],
    { logoPath, isInside, isAdmin }: { logoPath: string; isInside: boolean; isAdmin: boolean },
  ): PublisherResponse {
    const showsBan = isInside && publisher.status === 'PublisherStatusBanned';
    return responseOf(PublisherResponse, publisher, {
      description: visibleProse(publisher.description),
      logo_path: logoPath,
      members: members.map((member) => MemberResponse.from(member, isInside)),
      verified: publisher.verified.map((mark) => VerifiedMarkResponse.from(mark)),
      ban_reason: showsBan ? publisher.banReason : undefined,
      review_reason: isAdmin ? (publisher.reviewReason ?? undefined) : undefined,
      banned_at: showsBan ? publisher.bannedAt?.toISOString() : undefined,
    });
  }
}

/** A publisher in the list. */
export class ListedPublisherResponse extends PublisherResponse {
  /** How many nodes it shows; for admins only. */
  @ApiPropertyOptional({ type: 'integer', example: 3 }) node_count?: number;

  /** Downloads of these nodes; for admins only. */
  @ApiPropertyOptional({ type: 'integer', example: 1200 }) downloads?: number;
}

/** Whether an id may be used. */
export class PublisherIdCheckResponse {
  /** Whether a publisher with this id can be created. */
  @ApiProperty() isAvailable!: boolean;

  /** Why not. */
  @ApiPropertyOptional() reason?: string;
}

/** A publisher that the caller belongs to, or is invited to. */
export class MembershipResponse {
  /** The publisher. */
  @ApiProperty({ type: PublisherResponse }) publisher!: PublisherResponse;

  /** Id of the membership. */
  @ApiProperty({ format: 'uuid' }) member_id!: string;

  /** What the caller may do. */
  @ApiProperty({ enum: MEMBER_ROLES }) role!: MemberRole;

  /** True while the invitation waits for an answer. */
  @ApiProperty() invited!: boolean;
}
