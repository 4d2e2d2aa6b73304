import { ApiProperty } from '@nestjs/swagger';
import type { ListPage } from './list-place.js';

/** What every page of a list says of itself. */
export class PageResponse {
  /** This page, from 1. */
  @ApiProperty({ type: 'integer' }) page!: number;

  /** Entries on a page. */
  @ApiProperty({ type: 'integer' }) limit!: number;

  /** Entries in all. Where the reply has the header `X-Total-Exact: false`, an estimate, or 10,000 of more than there are. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** Pages in all. Where the total is not exact, one more than it makes, so that who counts pages does not stop too early. */
  @ApiProperty({ type: 'integer' }) totalPages!: number;

  /** Pass it as `cursor` for the next page, at any depth; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;

  static of({ page, limit, total, totalIsExact, nextCursor }: Omit<ListPage<unknown>, 'rows'>): PageResponse {
    const totalPages = Math.ceil(total / limit) + (totalIsExact ? 0 : 1);
    return { page, limit, total, totalPages, next_cursor: nextCursor };
  }
}
