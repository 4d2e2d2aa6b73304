/** Decimals of vendors' bills: with at most nine digits before them, each amount is exact as a JavaScript number. */
export const VENDOR_CREDITS_DECIMALS = 6;
export const VENDOR_CREDITS_MAX = 1_000_000_000;

const PARTS = 10 ** VENDOR_CREDITS_DECIMALS;

/** The amount, rounded to the decimals that are stored. */
export function roundVendorCredits(credits: number): number {
  return Math.round(credits * PARTS) / PARTS;
}

/** The exact sum of such amounts: adding binary fractions would drift. */
export function sumVendorCredits(amounts: readonly number[]): number {
  return Number(amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * PARTS)), 0n)) / PARTS;
}
