import { EnumField, NextPageQuery, TextField } from '#libs/platform/http';
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
}

/** A file in the archive of a version. */
export class ArchiveFilePath extends VersionPath {
  /** Path of the file as the report shows it, with `%2F` for each slash. */
  @TextField({ minLength: 1, maxLength: 1_024, example: '__init__.py' })
  path!: string;
}
