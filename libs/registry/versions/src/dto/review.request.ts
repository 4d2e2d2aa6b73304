import { EnumField, IntField, TextField } from '#libs/platform/http';
import { VersionPath } from './node-version.request.js';

/** What waits for an admin: a flagged version, or a node or a publisher to review. */
export const REVIEW_KINDS = ['version', 'node', 'publisher'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Which part of the review queue to read. */
export class ListReviewsQuery {
  /** Only flagged versions, only nodes, or only publishers. */
  @EnumField({ values: REVIEW_KINDS, optional: true })
  kind?: ReviewKind;

  /** The `next_cursor` of the page before. */
  @TextField({ minLength: 1, maxLength: 500, optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

/** A file in the archive of a version. */
export class ArchiveFilePath extends VersionPath {
  /** Path of the file as the report shows it, with `%2F` for each slash. */
  @TextField({ minLength: 1, maxLength: 1_024, example: '__init__.py' })
  path!: string;
}
