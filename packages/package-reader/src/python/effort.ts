/** Why code that runs on and on is left. */
export const TOO_MANY_STEPS = 'the code takes too many steps';

/** The extraction has used up its steps, time or depth. */
export class BudgetSpent extends Error {}

/**
 * Steps that code of a package has taken, and how many it may. Built-in functions count theirs here too, by the work
 * that they do, so that load changes no result. One package is read in a thread at a time.
 */
export const effort = { steps: 0, limit: Infinity };

/** Characters of a text that are worth one step. */
const CHARS_PER_UNIT = 10;
/** Characters that are sought at the price of one. */
const SOUGHT_AT_ONCE = 64;

/** Takes so many steps. @throws BudgetSpent when fewer are left, so that no function works on and on. */
export function spend(steps: number): void {
  effort.steps += steps;
  if (effort.steps <= effort.limit) return;
  // What is too much is not done, so it is not paid by those who come after.
  effort.steps = effort.limit;
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
