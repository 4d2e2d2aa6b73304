import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { RegistryChange } from '../registry-change.entity.js';

/** One change. */
export class ChangeResponse {
  /** Rises with every change. */
  @ApiProperty({ example: '42' }) serial!: string;

  /** What changed; pass over kinds that you do not know. */
  @ApiProperty({ enum: ['publisher', 'node', 'node_version', 'advisory'] }) kind!: string;

  /** `upsert`: read it again; `delete`: it is not visible any more. */
  @ApiProperty({ enum: ['upsert', 'delete'] }) action!: string;

  /** Its publisher. */
  @ApiProperty({ nullable: true }) publisher_id!: string | null;

  /** Its node. */
  @ApiProperty({ nullable: true }) node_id!: string | null;

  /** Its version. */
  @ApiProperty({ nullable: true }) version!: string | null;

  /** The advisory, which stays readable when it is withdrawn. */
  @ApiProperty({ nullable: true, example: null }) advisory_id!: string | null;

  /** When it changed. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(change: RegistryChange): ChangeResponse {
    return responseOf(ChangeResponse, change, { serial: String(change.serial) });
  }
}

/** A part of the feed, oldest first. */
export class ChangeListResponse {
  /** The changes. */
  @ApiProperty({ type: [ChangeResponse] }) changes!: ChangeResponse[];

  /** Pass it as `since` to read on. */
  @ApiProperty({ example: '42' }) last_serial!: string;

  /** Whether more changes were there already. */
  @ApiProperty() has_more!: boolean;
}
