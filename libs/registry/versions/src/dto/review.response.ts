import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { WaitingReview } from '../review-queue.repository.js';
import { REVIEW_KINDS, type ReviewKind } from './review.request.js';

/** Something that waits for an admin. */
export class ReviewResponse {
  /**
   * `version`: a flagged version; give it a status. `doubt`: an active version that would be held if it were published now; give
   * it a status, too. `quarantine`: a node that is hidden until it is checked; release or ban it. `node` or `publisher`: one to
   * look at, which is hidden meanwhile; clear its `review_reason`, or ban it.
   */
  @ApiProperty({ enum: REVIEW_KINDS }) kind!: ReviewKind;

  /** Why it waits. */
  @ApiProperty() reason!: string;

  /** When it was created, put in doubt, or quarantined. */
  @ApiProperty({ format: 'date-time' }) since!: string;

  /** Id of the node; absent for a publisher. */
  @ApiPropertyOptional({ example: 'my-node' }) node_id?: string;

  /** Name of the node; absent for a publisher. */
  @ApiPropertyOptional({ example: 'My Node' }) node_name?: string;

  /** Id of the publisher. */
  @ApiProperty({ example: 'my-team' }) publisher_id!: string;

  /** Name of the publisher. */
  @ApiProperty({ example: 'My Team' }) publisher_name!: string;

  /** Id of the version. */
  @ApiPropertyOptional({ format: 'uuid' }) version_id?: string;

  /** Number of the version. */
  @ApiPropertyOptional({ example: '1.2.0' }) version?: string;

  static from(waiting: WaitingReview): ReviewResponse {
    const { versionId, version, nodeId, nodeName } = waiting;
    return responseOf(ReviewResponse, waiting, {
      node_id: nodeId ?? undefined,
      node_name: nodeName ?? undefined,
      version_id: versionId ?? undefined,
      version: version ?? undefined,
    });
  }
}

/** A part of the review queue. */
export class ReviewListResponse {
  /** What waits, the oldest first. */
  @ApiProperty({ type: [ReviewResponse] }) reviews!: ReviewResponse[];

  /** How many entries wait, at most 10,000; there are more when `X-Total-Exact` is false. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** For the next page; null when this is the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}
