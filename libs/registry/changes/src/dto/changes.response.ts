import { ApiProperty } from '@nestjs/swagger';
import type { RegistryChange } from '../registry-change.entity.js';

/** One change. */
export class ChangeResponse {
  @ApiProperty({ description: 'Rises with every change.', example: '42' })
  serial!: string;

  @ApiProperty({ description: 'What changed.', enum: ['publisher', 'node', 'node_version'] })
  kind!: string;

  @ApiProperty({
    description: '`upsert`: read it again; `delete`: it is not visible any more.',
    enum: ['upsert', 'delete'],
  })
  action!: string;

  @ApiProperty({ description: 'Its publisher.', type: 'string', nullable: true })
  publisher_id!: string | null;

  @ApiProperty({ description: 'Its node.', type: 'string', nullable: true })
  node_id!: string | null;

  @ApiProperty({ description: 'Its version.', type: 'string', nullable: true })
  version!: string | null;

  @ApiProperty({ description: 'When it changed.', format: 'date-time' })
  created_at!: string;

  static from(change: RegistryChange): ChangeResponse {
    return {
      serial: String(change.serial),
      kind: change.kind,
      action: change.action,
      publisher_id: change.publisherId,
      node_id: change.nodeId,
      version: change.version,
      created_at: change.createdAt.toISOString(),
    };
  }
}

/** A part of the feed, oldest first. */
export class ChangeListResponse {
  @ApiProperty({ description: 'The changes.', type: [ChangeResponse] })
  changes!: ChangeResponse[];

  @ApiProperty({ description: 'Pass it as `since` to read on.', example: '42' })
  last_serial!: string;

  @ApiProperty({ description: 'Whether more changes were there already.' })
  has_more!: boolean;
}
