import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
import { type NewInvitation, signInLink, type User } from '#libs/accounts/users';

/** A user as admins see it. */
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

  /** Whether the user is suspended: no token of the user works. */
  @ApiProperty() isSuspended!: boolean;

  /** Most publishers that the user may own; null for the number that the installation sets. */
  @ApiProperty({ type: 'integer', nullable: true }) publisherLimit!: number | null;

  /** Turns in the queue that the user's tasks get where those of a user of weight 1 get one. */
  @ApiProperty({ example: 1 }) queueWeight!: number;

  /** Until when an invitation waits for the user; null when none does. */
  @ApiProperty({ format: 'date-time', nullable: true }) invitationExpiresAt!: string | null;

  /** When the user was made. */
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  /** When the user was deleted; null for all but what history still points at. */
  @ApiProperty({ format: 'date-time', nullable: true }) deletedAt!: string | null;

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
  /** The code, to be handed to the person. */
  @ApiProperty({ example: 'inv_…' }) code!: string;

  /** The page that signs the person in by the code, to be opened in a browser. */
  @ApiProperty({ format: 'uri' }) link!: string;

  /** Where the code is turned into a token, by POST. */
  @ApiProperty({ format: 'uri' }) accept_url!: string;

  /** Until when. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  static from({ code, expiresAt }: NewInvitation, baseUrl: string): InvitationResponse {
    const accept_url = `${baseUrl}/invitations/${code}/accept`;
    return { code, link: signInLink(baseUrl, code), accept_url, expires_at: expiresAt.toISOString() };
  }
}

/** A new user and how the person comes to a token. */
export class CreatedUserResponse extends UserResponse {
  /** Gives the person a first token. */
  @ApiProperty({ type: InvitationResponse }) invitation!: InvitationResponse;
}

/** A page of users. */
export class UserListResponse extends PageResponse {
  /** The users, newest first. */
  @ApiProperty({ type: [UserResponse] }) users!: UserResponse[];
}
