import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { WaitingReview } from '../review-queue.repository.js';
import { REVIEW_KINDS, type ReviewKind } from './review.request.js';

/** Something that waits for an admin. */
export class ReviewResponse {
  @ApiProperty({
    description:
      '`version`: a flagged version; give it a status. `node`: a node to look at; clear its `review_reason`, or ban it.',
    enum: REVIEW_KINDS,
  })
  kind!: ReviewKind;

  @ApiProperty({ description: 'Why it waits.' })
  reason!: string;

  @ApiProperty({ description: 'When the version or the node was made.', format: 'date-time' })
  since!: string;

  @ApiProperty({ description: 'Id of the node.', example: 'my-node' })
  node_id!: string;

  @ApiProperty({ description: 'Name of the node.', example: 'My Node' })
  node_name!: string;

  @ApiProperty({ description: 'Id of the publisher.', example: 'my-team' })
  publisher_id!: string;

  @ApiProperty({ description: 'Name of the publisher.', example: 'My Team' })
  publisher_name!: string;

  @ApiPropertyOptional({ description: 'Id of the flagged version.', format: 'uuid' })
  version_id?: string;

  @ApiPropertyOptional({ description: 'Number of the flagged version.', example: '1.2.0' })
  version?: string;

  static from(waiting: WaitingReview): ReviewResponse {
    const { versionId, version } = waiting;
    return {
      kind: waiting.kind,
      reason: waiting.reason,
      since: waiting.since.toISOString(),
      node_id: waiting.nodeId,
      node_name: waiting.nodeName,
      publisher_id: waiting.publisherId,
      publisher_name: waiting.publisherName,
      ...(versionId === null || version === null ? {} : { version_id: versionId, version }),
    };
  }
}

/** A part of the review queue. */
export class ReviewListResponse {
  @ApiProperty({ description: 'What waits, the oldest first.', type: [ReviewResponse] })
  reviews!: ReviewResponse[];

  @ApiProperty({
    description: 'How much waits in all, at most 10,000; more when `X-Total-Exact` is false.',
    type: 'integer',
  })
  total!: number;

  @ApiProperty({
    description: 'For the next page; null when this is the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;
}
