import { ApiProperty } from '@nestjs/swagger';
import type { User } from '#libs/users';

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

  @ApiProperty({ description: 'When the user was made.', format: 'date-time' })
  createdAt!: string;

  static from({ id, name, email, isAdmin, isApproved, createdAt }: User): UserResponse {
    return { id, name, email, isAdmin, isApproved, createdAt: createdAt.toISOString() };
  }
}

/** A page of users. */
export class UserListResponse {
  @ApiProperty({ description: 'The users, newest first.', type: [UserResponse] })
  users!: UserResponse[];

  @ApiProperty({ description: 'This page, from 1.', type: 'integer' })
  page!: number;

  @ApiProperty({ description: 'Users on a page.', type: 'integer' })
  limit!: number;

  @ApiProperty({ description: 'Users in all.', type: 'integer' })
  total!: number;

  @ApiProperty({ description: 'Pages in all.', type: 'integer' })
  totalPages!: number;
}
