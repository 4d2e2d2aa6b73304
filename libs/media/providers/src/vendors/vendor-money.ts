import { type AdapterFacts, billedCurrency } from '../adapters/adapter-facts.js';
import type { VendorCosts } from '../terms/vendor-cost.js';
import type { StatedVendor, VendorsFile } from './vendors-file.js';

export type VendorMoney = Omit<VendorCosts, 'cost'>;

/** In which currency the books of a vendor are kept, and what would mix amounts of different units in them. */
export function moneyOf(
  { currency: stated, credit }: StatedVendor,
  facts: AdapterFacts,
  currencies: VendorsFile['currencies'],
): { money: VendorMoney; problems: string[] } {
  const currency = stated ?? billedCurrency(facts);
  const worth = currency === undefined ? undefined : currencies?.[currency];
  const problems = [];
  if (credit !== undefined && stated === undefined) problems.push('currency must be stated where credit is');
  if (credit === undefined && stated !== undefined && facts.bills !== undefined && facts.bills !== stated)
    problems.push(`credit must say what one of the ${facts.bills} that it bills is worth in ${stated}`);
  if (currency !== undefined && currencies && worth === undefined)
    problems.push(`currency must be one of currencies, which has no ${currency}`);
  return { money: { currency, credit: credit ?? 1, worth }, problems };
}
