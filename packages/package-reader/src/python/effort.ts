/** Why endless code is skipped. */
export const TOO_MANY_STEPS = 'the code takes too many steps';

/** The extraction has used up its steps, time or depth. */
export class BudgetSpent extends Error {}

/**
 * Steps that the code of a package has taken, and the limit. Built-in functions count their work here too, so that the load of the
 * machine changes no result. One thread reads one package at a time.
 */
export const effort = { steps: 0, limit: Infinity };

/** Characters of a text that are worth one step. */
const CHARS_PER_UNIT = 10;
/** Characters that are searched at the price of one. */
const SOUGHT_AT_ONCE = 64;

/** Takes steps. @throws BudgetSpent when too few are left, so that no function runs endlessly. */
export function spend(steps: number): void {
  effort.steps += steps;
  if (effort.steps <= effort.limit) return;
  // Work that is too expensive is not done, so its price is not charged.
  effort.steps = effort.limit;
  throw new BudgetSpent(TOO_MANY_STEPS);
}

/** Counts characters that are read or made. @throws BudgetSpent */
export function spendChars(count: number): void {
  spend(count / CHARS_PER_UNIT);
}

/** Counts a search for one text in another, which may compare each place with all of it. @throws BudgetSpent */
export function spendSearch(text: string, sought: string): void {
  spendChars(text.length * Math.ceil(sought.length / SOUGHT_AT_ONCE));
}
