import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { ReportFigures } from '#libs/registry/reports';
import type { Assignment, NamedNote, WeekFigures } from '../review-desk.repository.js';
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

  /** The admin who looks at it; null when nobody does. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) assignee_id!: string | null;

  /** Name of that admin. */
  @ApiProperty({ type: String, nullable: true }) assignee_name!: string | null;

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

/** Who looks at an entry of the review queue. */
export class ReviewAssignmentResponse {
  /** The admin who looks at it; null when nobody does. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) assignee_id!: string | null;

  /** Name of that admin. */
  @ApiProperty({ type: String, nullable: true }) assignee_name!: string | null;

  /** Since when. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) since!: string | null;

  static from(assignment: Assignment | undefined): ReviewAssignmentResponse {
    return responseOf(
      ReviewAssignmentResponse,
      assignment ?? { assigneeId: null, assigneeName: null, since: null },
    );
  }
}

/** A note of an admin. */
export class ReviewNoteResponse {
  /** Id of the note. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Name of its author; null once the user is deleted. */
  @ApiProperty({ type: String, nullable: true }) author_name!: string | null;

  /** The note. */
  @ApiProperty() text!: string;

  /** When it was written. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

/** The notes on an entry. */
export class ReviewNotesResponse {
  /** The notes, oldest first. */
  @ApiProperty({ type: [ReviewNoteResponse] }) notes!: ReviewNoteResponse[];

  static from(notes: readonly NamedNote[]): ReviewNotesResponse {
    return { notes: notes.map((note) => responseOf(ReviewNoteResponse, note)) };
  }
}

/** How the review went in one week. */
export class WeekFiguresResponse {
  /** Its Monday, in UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) week!: string;

  /** Versions published. */
  @ApiProperty({ type: 'integer' }) published!: number;

  /** Versions held. */
  @ApiProperty({ type: 'integer' }) held!: number;

  /** Of these, those that became active. */
  @ApiProperty({ type: 'integer' }) wrongly_held!: number;

  /** Of these, those that were banned or deleted. */
  @ApiProperty({ type: 'integer' }) refused!: number;

  /** Of these, those that still wait. */
  @ApiProperty({ type: 'integer' }) waiting!: number;

  /** Hours until half of the decisions; null without one. */
  @ApiProperty({ type: Number, nullable: true }) hours_median!: number | null;

  /** Hours until nine of ten decisions; null without one. */
  @ApiProperty({ type: Number, nullable: true }) hours_slowest!: number | null;

  /** Reports that users filed. */
  @ApiProperty({ type: 'integer' }) reports_filed!: number;

  /** Of these, those that were upheld. */
  @ApiProperty({ type: 'integer' }) reports_upheld!: number;

  /** Of these, those that were dismissed. */
  @ApiProperty({ type: 'integer' }) reports_dismissed!: number;

  /** Hours until half of the answers to them; null without one. */
  @ApiProperty({ type: Number, nullable: true }) report_hours_median!: number | null;
}

/** How the review went. */
export class ReviewFiguresResponse {
  /** The weeks, newest first. */
  @ApiProperty({ type: [WeekFiguresResponse] }) weeks!: WeekFiguresResponse[];

  static from(weeks: readonly (WeekFigures & ReportFigures)[]): ReviewFiguresResponse {
    return { weeks: weeks.map((week) => responseOf(WeekFiguresResponse, week)) };
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
