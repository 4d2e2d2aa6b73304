import { sumVendorCredits } from '#libs/media/providers';
import type { BookEntry } from './vendor-book.js';
import type { BookedOrder } from './vendor-costs.repository.js';

export type BookDifference = {
  reference: string | null;
  vendorId: string | null;
  /** Absent if we have no such order. */
  order?: BookedOrder;
  ours: number;
  theirs: number;
};

export type Comparison = {
  matched: number;
  /** Totals of all orders in either book. */
  ours: number;
  theirs: number;
  /** Orders in both books with different costs; an order without a booked cost counts as 0. */
  differing: BookDifference[];
  missingHere: BookDifference[];
  missingThere: BookDifference[];
};

/**
 * Compares what we have booked with a vendor's book. An order that the vendor bills twice costs the sum.
 * @param named Our orders that the vendor's book names.
 * @param booked Our orders that the vendor's book should name.
 */
export function compareBooks(
  named: readonly BookedOrder[],
  booked: readonly BookedOrder[],
  entries: readonly BookEntry[],
): Comparison {
  const byReference = new Map(named.map((order) => [order.reference, order]));
  const byVendorId = new Map(
    named.flatMap((order) => (order.vendorId === null ? [] : [[order.vendorId, order] as const])),
  );
  const found = new Map<BookedOrder, number>();
  const missingHere: BookDifference[] = [];
  for (const { reference, vendorId, credits } of entries) {
    const order = byReference.get(reference?.toLowerCase() ?? '') ?? byVendorId.get(vendorId ?? '');
    if (order) found.set(order, sumVendorCredits([found.get(order) ?? 0, credits]));
    else if (credits > 0)
      missingHere.push({
        reference: reference ?? null,
        vendorId: vendorId ?? null,
        ours: 0,
        theirs: credits,
      });
  }
  const seen = new Set([...found.keys()].map(({ reference }) => reference));
  const compared = [...found].map(([order, theirs]) => differenceOf(order, theirs));
  const differing = compared.filter(({ ours, theirs }) => ours !== theirs);
  const missingThere = booked
    .filter(({ reference }) => !seen.has(reference))
    .map((order) => differenceOf(order, 0));
  return {
    matched: compared.length - differing.length,
    ours: sumVendorCredits([...compared, ...missingThere].map(({ ours }) => ours)),
    theirs: sumVendorCredits(entries.map(({ credits }) => credits)),
    differing,
    missingHere,
    missingThere,
  };
}

function differenceOf(order: BookedOrder, theirs: number): BookDifference {
  return { reference: order.reference, vendorId: order.vendorId, order, ours: order.credits, theirs };
}
