import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { BookDifference, Comparison } from '../compare-books.js';
import type { DayPeriod } from '#libs/platform/http';
import { sumVendorCredits } from '#libs/media/providers';

const SHOWN_MAX = 1_000;

/** An order of which the books say different things. */
export class BookDifferenceResponse {
  @ApiProperty({ description: 'Our reference of the order.', type: 'string', nullable: true })
  reference!: string | null;

  @ApiProperty({ description: 'The vendor’s name for it.', type: 'string', nullable: true })
  vendor_id!: string | null;

  @ApiPropertyOptional({ description: 'The task that it was for.', format: 'uuid' })
  task_id?: string;

  @ApiPropertyOptional({
    description: 'How far the order is, or what became of it.',
    example: 'succeeded',
  })
  state?: string;

  @ApiProperty({ description: 'What we have booked for it.', example: 22 })
  ours!: number;

  @ApiProperty({ description: 'What the vendor says.', example: 44 })
  theirs!: number;

  static from({ reference, vendorId, order, ours, theirs }: BookDifference): BookDifferenceResponse {
    return {
      reference,
      vendor_id: vendorId,
      ...(order && { task_id: order.taskId, state: order.outcome ?? order.state }),
      ours,
      theirs,
    };
  }
}

/** Orders that differ in one way. */
export class BookDifferencesResponse {
  @ApiProperty({ description: 'How many there are.', type: 'integer', example: 1 })
  count!: number;

  @ApiProperty({ description: 'What we have booked for all of them.', example: 22 })
  ours!: number;

  @ApiProperty({ description: 'What the vendor says of all of them.', example: 44 })
  theirs!: number;

  @ApiProperty({
    description: `The first ${SHOWN_MAX} of them.`,
    type: [BookDifferenceResponse],
    maxItems: SHOWN_MAX,
  })
  orders!: BookDifferenceResponse[];

  static of(all: readonly BookDifference[]): BookDifferencesResponse {
    return {
      count: all.length,
      ours: sumVendorCredits(all.map(({ ours }) => ours)),
      theirs: sumVendorCredits(all.map(({ theirs }) => theirs)),
      orders: all.slice(0, SHOWN_MAX).map((one) => BookDifferenceResponse.from(one)),
    };
  }
}

/** Our book and the one of a vendor, side by side. */
export class ReconciliationResponse {
  @ApiProperty({ description: 'Name of the vendor.', example: 'upstream' })
  vendor!: string;

  @ApiProperty({ description: 'First day, UTC.', format: 'date', example: '2026-10-24' })
  from!: string;

  @ApiProperty({ description: 'Last day, UTC.', format: 'date', example: '2026-11-23' })
  to!: string;

  @ApiProperty({
    description: 'Credits that were booked now for orders of which we did not know what they cost.',
    example: 0,
  })
  booked!: number;

  @ApiProperty({ description: 'Orders of which both say the same.', type: 'integer', example: 786 })
  matched!: number;

  @ApiProperty({ description: 'Credits of all compared orders in our book.', example: 17_292 })
  ours!: number;

  @ApiProperty({ description: 'Credits of all entries of the vendor.', example: 17_314 })
  theirs!: number;

  @ApiProperty({ description: '`theirs` less `ours`; 0 when the books agree.', example: 22 })
  difference!: number;

  @ApiProperty({
    description: 'In both, with different costs. An order of ours without a booked cost counts as 0 here.',
  })
  differing!: BookDifferencesResponse;

  @ApiProperty({ description: 'Billed by the vendor, and no order of ours.' })
  missing_here!: BookDifferencesResponse;

  @ApiProperty({ description: 'Booked by us in the period, and not in the vendor’s book.' })
  missing_there!: BookDifferencesResponse;

  static from(vendor: string, result: Comparison & DayPeriod & { booked: number }): ReconciliationResponse {
    const { from, to, booked, matched, ours, theirs } = result;
    return {
      vendor,
      from,
      to,
      booked,
      matched,
      ours,
      theirs,
      difference: sumVendorCredits([theirs, -ours]),
      differing: BookDifferencesResponse.of(result.differing),
      missing_here: BookDifferencesResponse.of(result.missingHere),
      missing_there: BookDifferencesResponse.of(result.missingThere),
    };
  }
}
