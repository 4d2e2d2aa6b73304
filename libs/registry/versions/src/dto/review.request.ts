import { BooleanField, EnumField, IntField, NextPageQuery, TextField } from '#libs/platform/http';
import { VersionPath } from './node-version.request.js';

/**
 * What waits for an admin: a flagged version, an active one that a rescan put in doubt, a quarantined node, or a node or a
 * publisher to review.
 */
export const REVIEW_KINDS = ['version', 'doubt', 'quarantine', 'node', 'publisher'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Which part of the review queue to read. */
export class ListReviewsQuery extends NextPageQuery {
  /** Only what waits for this reason. */
  @EnumField({ values: REVIEW_KINDS, optional: true })
  kind?: ReviewKind;

  /** Only what you have taken, or only what no admin has. */
  @EnumField({ values: ['me', 'nobody'], optional: true })
  assignee?: 'me' | 'nobody';
}

/** An entry of the review queue. */
export class ReviewSubject {
  /** Kind of the entry. */
  @EnumField({ values: REVIEW_KINDS, example: 'node' })
  kind!: ReviewKind;

  /** Id of the version, the node or the publisher. */
  @TextField({ minLength: 1, maxLength: 100, example: 'my-node' })
  id!: string;
}

/** Whether you look at an entry. */
export class AssignReviewRequest {
  /** `true` takes it, `false` gives it back. */
  @BooleanField({ label: 'Assigned to me', example: true })
  is_mine!: boolean;

  /** Whether to do so also when another admin has it. */
  @BooleanField({ label: 'Take it from another admin', default: false })
  force!: boolean;
}

/** A note for admins. */
export class ReviewNoteRequest {
  /** What to note. */
  @TextField({
    isProse: true,
    minLength: 1,
    maxLength: 4_000,
    example: 'Asked the author where the binary is from.',
  })
  text!: string;
}

/** Which figures to show. */
export class ReviewFiguresQuery {
  /** How many weeks, the present one included. */
  @IntField({ min: 1, max: 52, default: 12 })
  weeks!: number;
}

/** A file in the archive of a version. */
export class ArchiveFilePath extends VersionPath {
  /** Path of the file as the report shows it, with `%2F` for each slash. */
  @TextField({ minLength: 1, maxLength: 1_024, example: '__init__.py' })
  path!: string;
}
