import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { Rescan } from '../rescan.entity.js';
import type { VersionMessage } from '../version-message.entity.js';

/** One message between a publisher and the reviewers. */
export class VersionMessageResponse {
  /** Id of the message. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Whether an admin wrote it; else a member of the publisher. */
  @ApiProperty() is_from_admin!: boolean;

  /** The message. */
  @ApiProperty() text!: string;

  /** When it was written. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(message: VersionMessage): VersionMessageResponse {
    return responseOf(VersionMessageResponse, message);
  }
}

/** The messages about a version. */
export class VersionMessagesResponse {
  /** The messages, oldest first. */
  @ApiProperty({ type: [VersionMessageResponse] }) messages!: VersionMessageResponse[];

  /** Until when the publisher of a held or banned version may write; later after each message of a reviewer. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) appeal_until!: string | null;
}

/** A scan of all versions by the rules of today. */
export class RescanResponse {
  /** Id of the rescan. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Whether it holds active versions at once. */
  @ApiProperty() holds!: boolean;

  /** When it was started. */
  @ApiProperty({ format: 'date-time' }) started_at!: string;

  /** When it ended; null while it runs. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) ended_at!: string | null;

  /** Versions to scan, counted at the start. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** Versions scanned so far. */
  @ApiProperty({ type: 'integer' }) done!: number;

  /** Versions whose archive could not be read. */
  @ApiProperty({ type: 'integer' }) failed!: number;

  /** Active versions that would be held if they were published now. */
  @ApiProperty({ type: 'integer' }) found!: number;

  static from(rescan: Rescan): RescanResponse {
    return responseOf(RescanResponse, rescan);
  }
}

/** The last rescans. */
export class RescanListResponse {
  /** At most 50, newest first. */
  @ApiProperty({ type: [RescanResponse] }) rescans!: RescanResponse[];
}
