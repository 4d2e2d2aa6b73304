import { Injectable } from '@nestjs/common';
import { isStorableText, NO_TRANSACTION } from '#libs/platform/database';
import {
  cursorPage,
  cursorText,
  cursorValues,
  invalidFields,
  type ListTotal,
  type Principal,
} from '#libs/platform/http';
import { isUuid } from './version-reader.js';
import { type ListReviewsQuery, REVIEW_KINDS } from './dto/review.request.js';
import { type ReviewPlace, ReviewQueueRepository } from './review-queue.repository.js';
import { type ReviewListResponse, ReviewResponse } from './dto/review.response.js';

/** What waits for a decision of an admin, oldest first: versions, quarantined nodes, and nodes and publishers to review. */
@Injectable()
export class ReviewQueue {
  constructor(private readonly queue: ReviewQueueRepository) {}

  /** How many entries wait, and since when the oldest. */
  async figures(): Promise<{ waiting: number; since: Date | null }> {
    const filter = { kinds: REVIEW_KINDS, assigneeId: undefined };
    const { total } = await this.queue.count(NO_TRANSACTION, filter);
    const [oldest] = await this.queue.list(NO_TRANSACTION, filter, undefined, 1);
    return { waiting: total, since: oldest?.since ?? null };
  }

  /** @throws InvalidRequest for a cursor that is not from a reply. */
  async list(
    { userId }: Principal,
    { kind, assignee, cursor, limit }: ListReviewsQuery,
  ): Promise<Omit<ReviewListResponse, 'total'> & ListTotal> {
    const assigneeId = assignee === 'me' ? userId : assignee && null;
    const filter = { kinds: kind ? [kind] : REVIEW_KINDS, assigneeId };
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const found = await this.queue.list(NO_TRANSACTION, filter, after, limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, ({ kind: of, sinceMicros, id }) =>
      cursorText([of, sinceMicros, id]),
    );
    const reviews = rows.map((waiting) => ReviewResponse.from(waiting));
    return { reviews, next_cursor, ...(await this.queue.count(NO_TRANSACTION, filter)) };
  }
}

function readCursor(text: string): ReviewPlace {
  const [kindName, sinceMicros, id] = cursorValues(text);
  const kind = REVIEW_KINDS.find((known) => known === kindName);
  const isTime = typeof sinceMicros === 'string' && /^\d{1,16}$/.test(sinceMicros);
  const isId =
    typeof id === 'string' && (kind === 'version' || kind === 'doubt' ? isUuid(id) : isStorableText(id));
  if (!kind || !isTime || !isId) {
    throw invalidFields(['cursor must be the next_cursor of a page; start again without it']);
  }
  return { kind, sinceMicros, id };
}
