import { roundVendorCredits, VENDOR_CREDITS_MAX } from './vendor-credits.js';

export const RATES = ['per_task', 'per_second', 'per_megapixel'] as const;

/** Parts of a cost, which are added: per second of sound or video, per megapixel of pictures. */
export type VendorRates = { readonly [Rate in (typeof RATES)[number]]?: number | undefined };

/** A number for a task, rates, or these by kind, model and resolution, in this order; each level may be left out. */
export type VendorCost = number | VendorRates | { readonly [name: string]: VendorCost };

/** What the work of a vendor costs, and in which unit. */
export type VendorCosts = {
  /** What the vendor charges; undefined if not stated. */
  cost: VendorCost | undefined;
  /** Of the vendor's books: an ISO 4217 code; undefined for credits. */
  currency: string | undefined;
  /** What one of the units in `cost` and in the vendor's bills is worth in `currency`. */
  credit: number;
  /** What one of `currency` is worth beside other currencies; undefined if that is not stated. */
  worth: number | undefined;
};

/** What a cost depends on. */
export type CostedWork = {
  kind: string;
  /** Our name of the model, and the vendor's. */
  models: readonly (string | undefined)[];
  resolution?: string | undefined;
  durationSeconds?: number | undefined;
  megapixels?: number | undefined;
};

/** An amount with its unit; amounts of different units are never compared. */
export type UnitCost = { amount: number; unit: string };

export function hasRates(cost: object): cost is VendorRates {
  return Object.keys(cost).some((name) => name.startsWith('per_'));
}

/** What a work costs, in the currency of the vendor's books; undefined if its table does not say, or not without the size. */
export function costOf(offer: VendorCosts, work: CostedWork): number | undefined {
  const names = [work.kind, ...work.models, work.resolution];
  const entry = names.reduce(below, offer.cost);
  const amount = entry === undefined ? undefined : amountOf(entry, work);
  return amount === undefined ? undefined : inCurrency(offer, amount);
}

/** What the vendor states or bills, in the currency of its books. */
export function inCurrency({ credit }: Pick<VendorCosts, 'credit'>, amount: number): number {
  return Math.min(roundVendorCredits(amount * credit), VENDOR_CREDITS_MAX);
}

/** A cost in the unit in which vendors are compared. */
export function toCompare({ currency, worth }: VendorCosts, amount: number): UnitCost {
  return worth === undefined
    ? { amount, unit: currency ?? 'credits' }
    : { amount: amount * worth, unit: 'worth' };
}

function below(cost: VendorCost | undefined, name: string | undefined): VendorCost | undefined {
  if (typeof cost !== 'object' || hasRates(cost) || name === undefined) return cost;
  return Object.hasOwn(cost, name) ? cost[name] : cost;
}

function amountOf(cost: VendorCost, { durationSeconds, megapixels }: CostedWork): number | undefined {
  if (typeof cost === 'number') return cost;
  if (!hasRates(cost)) return undefined;
  const { per_task: once = 0, per_second: bySecond = 0, per_megapixel: byMegapixel = 0 } = cost;
  if (bySecond > 0 && durationSeconds === undefined) return undefined;
  if (byMegapixel > 0 && megapixels === undefined) return undefined;
  return once + bySecond * (durationSeconds ?? 0) + byMegapixel * (megapixels ?? 0);
}
