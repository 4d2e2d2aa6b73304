import { ApiProperty } from '@nestjs/swagger';
import type { ListPage } from './list-place.js';

/** What every page of a list says of itself. */
export class PageResponse {
  @ApiProperty({ description: 'This page, from 1.', type: 'integer' })
  page!: number;

  @ApiProperty({ description: 'Entries on a page.', type: 'integer' })
  limit!: number;

  @ApiProperty({
    description:
      'Entries in all. Where the reply has the header `X-Total-Exact: false`, an estimate, or 10,000 of more than there are.',
    type: 'integer',
  })
  total!: number;

  @ApiProperty({ description: 'Pages in all, as far as `total` counts.', type: 'integer' })
  totalPages!: number;

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page, at any depth; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;

  static of({ page, limit, total, nextCursor }: Omit<ListPage<unknown>, 'rows'>): PageResponse {
    return { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor: nextCursor };
  }
}
