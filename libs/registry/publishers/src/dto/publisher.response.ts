import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { visibleProse } from '#libs/platform/http';
import type { MemberWithUser } from '../members.repository.js';
import {
  MEMBER_ROLES,
  type MemberRole,
  type Publisher,
  type PublisherMember,
  PUBLISHER_STATUSES,
  type PublisherStatus,
} from '../publisher.entity.js';
import type { UpdatePublisherRequest } from './publisher.request.js';

/** The user who is a member. */
export class MemberUserResponse {
  @ApiPropertyOptional({
    description: 'User id; absent while an invitation by e-mail waits for its person.',
    format: 'uuid',
  })
  id?: string;

  @ApiProperty({
    description: 'Display name; empty while an invitation by e-mail waits for its person.',
    example: 'Ada',
  })
  name!: string;

  @ApiPropertyOptional({
    description: "E-mail address; shown to the publisher's members and to admins only.",
  })
  email?: string;
}

/** One member of a publisher. */
export class MemberResponse {
  @ApiProperty({ description: 'Id of the membership.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'What the member may do.', enum: MEMBER_ROLES })
  role!: MemberRole;

  @ApiProperty({ description: 'Who it is.', type: MemberUserResponse })
  user!: MemberUserResponse;

  @ApiPropertyOptional({ description: 'True while the invitation waits for an answer.' })
  invited?: boolean;

  static from({ member, user }: MemberWithUser, showsEmail: boolean): MemberResponse {
    return {
      id: member.id,
      role: member.role,
      user: {
        ...(member.userId === null ? {} : { id: member.userId }),
        name: user?.name ?? '',
        ...(showsEmail ? emailOf(member, user) : {}),
      },
      ...(member.acceptedAt === null ? { invited: true } : {}),
    };
  }
}

/** A user who was invited by id has not shown an address yet. */
function emailOf(
  { acceptedAt, invitedEmail }: PublisherMember,
  user: MemberWithUser['user'],
): { email?: string } {
  if (invitedEmail !== null) return { email: invitedEmail };
  return acceptedAt !== null && user ? { email: user.email } : {};
}

/** A publisher. */
export class PublisherResponse implements Required<Omit<UpdatePublisherRequest, 'reason'>> {
  @ApiProperty({ description: 'Unique id, akin to a username.', example: 'my-team' })
  id!: string;

  @ApiProperty({ description: 'Display name.', example: 'My Team' })
  name!: string;

  @ApiProperty({ description: 'What the publisher does.' })
  description!: string;

  @ApiProperty({ description: 'URL of the logo.' })
  logo!: string;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ description: 'Who belongs to it.', type: [MemberResponse] })
  members!: MemberResponse[];

  @ApiProperty({ description: 'Where the source code lives.' })
  source_code_repo!: string;

  @ApiProperty({ description: 'Whether it may publish.', enum: PUBLISHER_STATUSES })
  status!: PublisherStatus;

  @ApiPropertyOptional({
    description: 'Why it is banned; empty when nobody said. For members and admins, while it is banned.',
  })
  ban_reason?: string;

  @ApiPropertyOptional({
    description: 'When it was banned; for members and admins, while it is banned.',
    format: 'date-time',
  })
  banned_at?: string;

  @ApiProperty({ description: 'Where users get help.' })
  support!: string;

  @ApiProperty({ description: 'URL of the website.' })
  website!: string;

  /** @param isInside Whether the reader is a member or an admin, who see e-mail addresses and why it is banned. */
  static from(
    publisher: Publisher,
    members: readonly MemberWithUser[],
    isInside: boolean,
  ): PublisherResponse {
    return {
      id: publisher.id,
      name: publisher.name,
      description: visibleProse(publisher.description),
      logo: publisher.logo,
      createdAt: publisher.createdAt.toISOString(),
      members: members.map((member) => MemberResponse.from(member, isInside)),
      source_code_repo: publisher.sourceCodeRepo,
      status: publisher.status,
      ...(isInside ? banOf(publisher) : {}),
      support: publisher.support,
      website: publisher.website,
    };
  }
}

function banOf({ status, banReason, bannedAt }: Publisher): { ban_reason?: string; banned_at?: string } {
  if (status !== 'PublisherStatusBanned') return {};
  return { ban_reason: banReason, ...(bannedAt ? { banned_at: bannedAt.toISOString() } : {}) };
}

/** Whether an id may be used. */
export class PublisherIdCheckResponse {
  @ApiProperty({ description: 'Whether a publisher with this id can be created.' })
  isAvailable!: boolean;

  @ApiPropertyOptional({ description: 'Why not.' })
  reason?: string;
}

/** A publisher that the caller belongs to, or is invited to. */
export class MembershipResponse {
  @ApiProperty({ description: 'The publisher.', type: PublisherResponse })
  publisher!: PublisherResponse;

  @ApiProperty({ description: 'Id of the membership.', format: 'uuid' })
  member_id!: string;

  @ApiProperty({ description: 'What the caller may do.', enum: MEMBER_ROLES })
  role!: MemberRole;

  @ApiProperty({ description: 'True while the invitation waits for an answer.' })
  invited!: boolean;
}
