import { ApiProperty } from '@nestjs/swagger';
import type { Principal } from '#libs/platform/http';

/** The caller, as the service knows them. */
export class CurrentUserResponse {
  @ApiProperty({ description: 'User id.', format: 'uuid', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  id!: string;

  @ApiProperty({ description: 'Display name.', example: 'Ada' })
  name!: string;

  @ApiProperty({ description: 'E-mail address.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ description: 'Whether this token may administer the service.' })
  isAdmin!: boolean;

  @ApiProperty({ description: 'Whether the user may create publishers.' })
  isApproved!: boolean;

  static from({ userId, name, email, isAdmin, isApproved }: Principal): CurrentUserResponse {
    return { id: userId, name, email, isAdmin, isApproved };
  }
}
