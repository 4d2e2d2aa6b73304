/** Decimals of what vendors bill: with at most nine digits before them, each amount is exact as a number of JavaScript. */
export const VENDOR_CREDITS_DECIMALS = 6;
/** The most that a vendor may bill for one order. */
export const VENDOR_CREDITS_MAX = 1_000_000_000;

const PARTS = 10 ** VENDOR_CREDITS_DECIMALS;

/** The amount with the decimals that are kept. */
export function roundVendorCredits(credits: number): number {
  return Math.round(credits * PARTS) / PARTS;
}

/** The exact sum of amounts with the decimals that are kept: binary fractions would add up to a little more or less. */
export function sumVendorCredits(amounts: readonly number[]): number {
  return Number(amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * PARTS)), 0n)) / PARTS;
}
