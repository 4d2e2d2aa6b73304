import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { PublisherActivity } from '../publisher-activity.repository.js';

/** How much a publisher has published, and what became of it. */
export class PublisherActivityResponse {
  /** Versions that were published, deleted ones too. */
  @ApiProperty({ type: 'integer' }) versions_published!: number;

  /** Those that are active. */
  @ApiProperty({ type: 'integer' }) versions_active!: number;

  /** Those that wait for a reviewer. */
  @ApiProperty({ type: 'integer' }) versions_held!: number;

  /** Those that the check refused or an admin banned. */
  @ApiProperty({ type: 'integer' }) versions_banned!: number;

  /** Reports of it and its nodes that admins upheld. */
  @ApiProperty({ type: 'integer' }) reports_upheld!: number;

  /** Reports of it and its nodes that admins dismissed. */
  @ApiProperty({ type: 'integer' }) reports_dismissed!: number;

  /** When the first version was published; null without one. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) first_published_at!: string | null;

  /** When the last version was published; null without one. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_published_at!: string | null;

  /** When a token or session of a member that reaches the publisher was last used; null when none was. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) token_last_used_at!: string | null;

  static from(activity: PublisherActivity): PublisherActivityResponse {
    return responseOf(PublisherActivityResponse, activity);
  }
}
