import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { Notice } from '../notice.entity.js';

/** Something that happened to a package of yours. */
export class NoticeResponse {
  /** Id of the notice. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Id of the node. */
  @ApiProperty({ type: String, nullable: true }) node_id!: string | null;

  /** Number of the version. */
  @ApiProperty({ type: String, nullable: true }) version!: string | null;

  /** Id of the report to which you can write (`/reports/{reportId}/messages`); null when there is none. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) report_id!: string | null;

  /** What happened. */
  @ApiProperty({ example: 'my-node 1.2.0 is held back' }) subject!: string;

  /** Why, and what you can do. */
  @ApiProperty() text!: string;

  /** When it happened. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** When it was sent by mail; null when it was not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) mailed_at!: string | null;

  static from(notice: Notice): NoticeResponse {
    return responseOf(NoticeResponse, notice);
  }
}

/** A part of your notices. */
export class NoticeListResponse {
  /** The notices, newest first. */
  @ApiProperty({ type: [NoticeResponse] }) notices!: NoticeResponse[];

  /** For the next page; null when this is the last. */
  @ApiProperty({ type: String, nullable: true }) next_cursor!: string | null;
}
