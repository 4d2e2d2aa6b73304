import type { VendorOffer } from '../terms/upstream-options.js';
import type { UnitCost } from '../terms/vendor-cost.js';

/** For a vendor without a weight, when others of its priority have one. */
const USUAL_WEIGHT = 100;

export type Candidate<T> = {
  value: T;
  offer: Pick<VendorOffer, 'priority' | 'weight'>;
  cost: UnitCost | undefined;
};

/**
 * The order in which candidates are tried, the lowest priority first. Within a priority, the cheapest comes first,
 * and one without a known cost last; costs in another unit than the first candidate's come after those in its unit.
 * But if any of them has a weight, they are drawn by weight, whatever they cost.
 * @param random From 0 to 1, drawn for each.
 */
export function inOrderOfChoice<T>(candidates: readonly Candidate<T>[], random = Math.random): T[] {
  const weighted = new Set(
    candidates.flatMap(({ offer }) => (offer.weight === undefined ? [] : [offer.priority])),
  );
  const units = candidates.flatMap(({ cost }) => cost?.unit ?? []);
  return candidates
    .map(({ value, offer, cost }) => {
      const isWeighted = weighted.has(offer.priority);
      const weight = isWeighted ? (offer.weight ?? USUAL_WEIGHT) : 1;
      // The minimum of such draws falls on each candidate in proportion to its weight (Efraimidis and Spirakis,
      // 2006).
      const draw = weight === 0 ? Infinity : -Math.log(1 - random()) / weight;
      const price = cost ? [units.indexOf(cost.unit), cost.amount] : [Infinity, Infinity];
      return { value, place: [offer.priority, ...(isWeighted ? [] : price), draw] };
    })
    .sort((a, b) => byPlace(a.place, b.place))
    .map(({ value }) => value);
}

function byPlace(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
