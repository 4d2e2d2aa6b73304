import { Injectable } from '@nestjs/common';
import { isStorableText, NO_TRANSACTION } from '#libs/platform/database';
import { invalidFields, type ListTotal } from '#libs/platform/http';
import { isUuid } from './version-reader.js';
import { REVIEW_KINDS, type ReviewKind } from './dto/review.request.js';
import { type ReviewPlace, ReviewQueueRepository, type WaitingReview } from './review-queue.repository.js';

/** What waits for a decision of an admin, oldest first: flagged versions, and nodes to review. */
@Injectable()
export class ReviewQueue {
  constructor(private readonly queue: ReviewQueueRepository) {}

  /** @throws InvalidRequest for a cursor that is not from a reply. */
  async list(
    kind: ReviewKind | undefined,
    cursor: string | undefined,
    limit: number,
  ): Promise<{ reviews: WaitingReview[]; nextCursor: string | null } & ListTotal> {
    const kinds = kind ? [kind] : REVIEW_KINDS;
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const found = await this.queue.list(NO_TRANSACTION, kinds, after, limit + 1);
    const reviews = found.slice(0, limit);
    const last = reviews.at(-1);
    const nextCursor = last && found.length > limit ? cursorOf(last) : null;
    return { reviews, nextCursor, ...(await this.queue.count(NO_TRANSACTION, kinds)) };
  }
}

function cursorOf({ kind, sinceMicros, id }: ReviewPlace): string {
  return Buffer.from(JSON.stringify([kind, sinceMicros, id])).toString('base64url');
}

function readCursor(text: string): ReviewPlace {
  const [kindName, sinceMicros, id] = arrayIn(text);
  const kind = REVIEW_KINDS.find((known) => known === kindName);
  const isTime = typeof sinceMicros === 'string' && /^\d{1,16}$/.test(sinceMicros);
  const isId = typeof id === 'string' && (kind === 'version' ? isUuid(id) : isStorableText(id));
  if (!kind || !isTime || !isId) {
    throw invalidFields(['cursor must be the next_cursor of a page; start again without it']);
  }
  return { kind, sinceMicros, id };
}

function arrayIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
