import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
import { type NewInvitation, signInLink, type User } from '#libs/accounts/users';

/** A user as admins see it. */
export class UserResponse {
  @ApiProperty({ description: 'User id.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Display name.', example: 'Ada' })
  name!: string;

  @ApiProperty({ description: 'E-mail address; empty when none is known.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ description: 'Whether the user administers the service.' })
  isAdmin!: boolean;

  @ApiProperty({ description: 'Whether the user may create publishers.' })
  isApproved!: boolean;

  @ApiProperty({ description: 'Whether the user is suspended: no token of the user works.' })
  isSuspended!: boolean;

  @ApiProperty({
    description: 'Most publishers that the user may own; null for the number that the installation sets.',
    type: 'integer',
    nullable: true,
  })
  publisherLimit!: number | null;

  @ApiProperty({
    description: "Turns in the queue that the user's tasks get where those of a user of weight 1 get one.",
    example: 1,
  })
  queueWeight!: number;

  @ApiProperty({
    description: 'Until when an invitation waits for the user; null when none does.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  invitationExpiresAt!: string | null;

  @ApiProperty({ description: 'When the user was made.', format: 'date-time' })
  createdAt!: string;

  @ApiProperty({
    description: 'When the user was deleted; null for all but what history still points at.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  deletedAt!: string | null;

  static from(user: User, invitationExpiresAt: Date | undefined): UserResponse {
    return {
      id: user.id,
      name: user.name,
      email: user.email,
      isAdmin: user.isAdmin,
      isApproved: user.isApproved,
      isSuspended: user.suspendedAt !== null,
      publisherLimit: user.publisherLimit,
      queueWeight: user.queueWeight,
      invitationExpiresAt: invitationExpiresAt?.toISOString() ?? null,
      createdAt: user.createdAt.toISOString(),
      deletedAt: user.deletedAt?.toISOString() ?? null,
    };
  }
}

/** A code that lets its user in, once: at the console, or for a first token. It is shown only in this reply. */
export class InvitationResponse {
  @ApiProperty({ description: 'The code, to be handed to the person.', example: 'inv_…' })
  code!: string;

  @ApiProperty({
    description: 'The page that signs the person in by the code, to be opened in a browser.',
    format: 'uri',
  })
  link!: string;

  @ApiProperty({ description: 'Where the code is turned into a token, by POST.', format: 'uri' })
  accept_url!: string;

  @ApiProperty({ description: 'Until when.', format: 'date-time' })
  expires_at!: string;

  static from({ code, expiresAt }: NewInvitation, baseUrl: string): InvitationResponse {
    const accept_url = `${baseUrl}/invitations/${code}/accept`;
    return { code, link: signInLink(baseUrl, code), accept_url, expires_at: expiresAt.toISOString() };
  }
}

/** A new user and how the person comes to a token. */
export class CreatedUserResponse extends UserResponse {
  @ApiProperty({ description: 'Gives the person a first token.', type: InvitationResponse })
  invitation!: InvitationResponse;
}

/** A page of users. */
export class UserListResponse extends PageResponse {
  @ApiProperty({ description: 'The users, newest first.', type: [UserResponse] })
  users!: UserResponse[];
}
