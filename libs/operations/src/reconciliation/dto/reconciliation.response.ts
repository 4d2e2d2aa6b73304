import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { BookDifference, Comparison } from '../compare-books.js';
import type { DayPeriod } from '#libs/platform/http';
import { sumVendorCredits } from '#libs/media/providers';

const SHOWN_MAX = 1_000;

/** An order whose cost differs between the books. */
export class BookDifferenceResponse {
  /** Our reference of the order. */
  @ApiProperty({ nullable: true }) reference!: string | null;

  /** The vendor’s id for it. */
  @ApiProperty({ nullable: true }) vendor_id!: string | null;

  /** The task of the order. */
  @ApiPropertyOptional({ format: 'uuid' }) task_id?: string;

  /** State or outcome of the order. */
  @ApiPropertyOptional({ example: 'succeeded' }) state?: string;

  /** What we have booked for it. */
  @ApiProperty({ example: 22 }) ours!: number;

  /** What the vendor bills for it. */
  @ApiProperty({ example: 44 }) theirs!: number;

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

/** Orders that differ in the same way. */
export class BookDifferencesResponse {
  /** Number of orders. */
  @ApiProperty({ type: 'integer', example: 1 }) count!: number;

  /** What we have booked for all of them. */
  @ApiProperty({ example: 22 }) ours!: number;

  /** What the vendor bills for all of them. */
  @ApiProperty({ example: 44 }) theirs!: number;

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

/** A comparison of our book with a vendor's. */
export class ReconciliationResponse {
  /** Name of the vendor. */
  @ApiProperty({ example: 'upstream' }) vendor!: string;

  /** First day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-10-24' }) from!: string;

  /** Last day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) to!: string;

  /** Currency of all amounts, an ISO 4217 code; null for the vendor’s credits. */
  @ApiProperty({ type: 'string', nullable: true, example: 'USD' }) currency!: string | null;

  /** What this call has booked for orders whose cost was unknown. */
  @ApiProperty({ example: 0 }) booked!: number;

  /** Orders with the same cost in both books. */
  @ApiProperty({ type: 'integer', example: 786 }) matched!: number;

  /** What all compared orders cost in our book. */
  @ApiProperty({ example: 17_292 }) ours!: number;

  /** What all entries of the vendor cost. */
  @ApiProperty({ example: 17_314 }) theirs!: number;

  /** `theirs` less `ours`; 0 when the books agree. */
  @ApiProperty({ example: 22 }) difference!: number;

  /** In both books, with different costs. An order of ours without a booked cost counts as 0 here. */
  @ApiProperty() differing!: BookDifferencesResponse;

  /** Billed by the vendor, but not ordered by us. */
  @ApiProperty() missing_here!: BookDifferencesResponse;

  /** Booked by us in the period, but missing in the vendor’s book. */
  @ApiProperty() missing_there!: BookDifferencesResponse;

  static from(
    vendor: string,
    result: Comparison & DayPeriod & { booked: number; currency: string | undefined },
  ): ReconciliationResponse {
    const { from, to, currency = null, booked, matched, ours, theirs } = result;
    return {
      vendor,
      from,
      to,
      currency,
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
