import { ApiProperty } from '@nestjs/swagger';
import { PageResponse, responseOf } from '#libs/platform/http';
import { type NewInvitation, signInLink, type User } from '#libs/accounts/users';

export class UserResponse {
  /** User id. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Display name. */
  @ApiProperty({ example: 'Ada' }) name!: string;

  /** E-mail address; empty when none is known. */
  @ApiProperty({ example: 'ada@example.com' }) email!: string;

  /** Whether the user administers the service. */
  @ApiProperty() isAdmin!: boolean;

  /** Whether the user may create publishers. */
  @ApiProperty() isApproved!: boolean;

  /** Whether the user is suspended: none of the user's tokens works. */
  @ApiProperty() isSuspended!: boolean;

  /** Most publishers that the user may own; null for the installation's default. */
  @ApiProperty({ type: 'integer', nullable: true }) publisherLimit!: number | null;

  /** Relative share of the queue: turns of the user's tasks for each turn of a user of weight 1. */
  @ApiProperty({ example: 1 }) queueWeight!: number;

  /** When the user's open invitation expires; null when there is none. */
  @ApiProperty({ format: 'date-time', nullable: true }) invitationExpiresAt!: string | null;

  /** When the user was created. */
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  /** When the user was deleted; null unless only a reference from history is left. */
  @ApiProperty({ format: 'date-time', nullable: true }) deletedAt!: string | null;

  static from(user: User, invitationExpiresAt: Date | undefined): UserResponse {
    return responseOf(UserResponse, user, {
      isSuspended: user.suspendedAt !== null,
      invitationExpiresAt: invitationExpiresAt?.toISOString() ?? null,
    });
  }
}

/** A one-time code: it signs its user in at the console, or gives a first token. It is shown only in this reply. */
export class InvitationResponse {
  /** The code to give to the person. */
  @ApiProperty({ example: 'inv_…' }) code!: string;

  /** The page that signs the person in with the code, for a browser. */
  @ApiProperty({ format: 'uri' }) link!: string;

  /** Where the code is exchanged for a token, by POST. */
  @ApiProperty({ format: 'uri' }) accept_url!: string;

  /** When the code expires. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  static from({ code, expiresAt }: NewInvitation, baseUrl: string): InvitationResponse {
    const accept_url = `${baseUrl}/invitations/${code}/accept`;
    return { code, link: signInLink(baseUrl, code), accept_url, expires_at: expiresAt.toISOString() };
  }
}

export class CreatedUserResponse extends UserResponse {
  /** Gives the person a first token. */
  @ApiProperty({ type: InvitationResponse }) invitation!: InvitationResponse;
}

export class UserListResponse extends PageResponse {
  /** The users, newest first. */
  @ApiProperty({ type: [UserResponse] }) users!: UserResponse[];
}
