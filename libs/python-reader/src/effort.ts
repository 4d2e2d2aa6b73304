/** Why code that runs on and on is left. */
export const TOO_MANY_STEPS = 'the code takes too many steps';

/** The extraction has used up its steps, time or depth. */
export class BudgetSpent extends Error {}

/** Work that built-in functions have done since the last step; it is counted in steps, so that load changes no result. */
const effort = { units: 0, left: Infinity };

/** Characters of a text that are worth one step. */
const CHARS_PER_UNIT = 10;
/** Characters that are sought at the price of one. */
const SOUGHT_AT_ONCE = 64;

/** Notes work worth so many steps. @throws BudgetSpent when fewer are left, so that no function works on and on. */
export function spend(units: number): void {
  effort.units += units;
  if (effort.units <= effort.left) return;
  // What is too much is not done, so it is not paid by those who come after.
  effort.units = Math.max(0, effort.left);
  throw new BudgetSpent(TOO_MANY_STEPS);
}

/** Notes that so many characters are read or made. @throws BudgetSpent */
export function spendChars(count: number): void {
  spend(count / CHARS_PER_UNIT);
}

/** Notes a search for one text in another, which may compare each place with the whole of it. @throws BudgetSpent */
export function spendSearch(text: string, sought: string): void {
  spendChars(text.length * Math.ceil(sought.length / SOUGHT_AT_ONCE));
}

/** What has been noted since the last call; from here on so many steps are left. */
export function takeEffort(left: number): number {
  const { units } = effort;
  effort.units = 0;
  effort.left = left - units;
  return units;
}
