import { ApiProperty } from '@nestjs/swagger';
import type { Principal } from '#libs/platform/http';

export class CurrentUserResponse {
  /** User id. */
  @ApiProperty({ format: 'uuid', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' }) id!: string;

  /** Display name. */
  @ApiProperty({ example: 'Ada' }) name!: string;

  /** E-mail address. */
  @ApiProperty({ example: 'ada@example.com' }) email!: string;

  /** Whether this token may administer the service. */
  @ApiProperty() isAdmin!: boolean;

  /** Whether the user may create publishers. */
  @ApiProperty() isApproved!: boolean;

  static from({ userId, name, email, isAdmin, isApproved }: Principal): CurrentUserResponse {
    return { id: userId, name, email, isAdmin, isApproved };
  }
}
