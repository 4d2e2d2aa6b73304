import type { ReadingLimits } from './reading-limits.js';
import { BudgetSpent, effort, spend, TOO_MANY_STEPS } from './effort.js';

/** Time to report what is known when the time is up. */
const REFILL_MS = 1_000;

/** The steps and the time that the code of a package may take. */
export class Budget {
  private checks = 0;
  /** When the time is up, in milliseconds since 1970. */
  deadline: number;

  /** Places that took more than their share of steps. */
  readonly cutPlaces = new Set<string>();
  /** Whether a loop, or a statement of a module or class, gets half of the steps that are left. */
  isDivided = true;

  constructor(private readonly limits: Pick<ReadingLimits, 'steps' | 'timeoutMs'>) {
    this.deadline = Date.now() + limits.timeoutMs;
    Object.assign(effort, { steps: 0, limit: limits.steps });
  }

  /** Takes a step. @throws BudgetSpent */
  step(): void {
    spend(1);
    if ((this.checks += 1) % 1_024 === 0 && Date.now() > this.deadline)
      throw new BudgetSpent('the extraction takes too long');
  }

  /** Gives new steps and a little time to report what is known by now. */
  refill(): void {
    effort.limit = effort.steps + this.limits.steps;
    this.deadline = Math.max(this.deadline, Date.now() + REFILL_MS);
  }

  /** Runs a part with a separate share of steps, without halving. @throws BudgetSpent */
  within<T>(steps: number, run: () => T): T {
    const [outer, isDivided] = [effort.limit, this.isDivided];
    this.isDivided = false;
    effort.limit = Math.min(outer, effort.steps + steps);
    try {
      return run();
    } finally {
      this.isDivided = isDivided;
      effort.limit = outer;
    }
  }

  /** Records a place that was skipped. @returns whether it is the first time. */
  cut(place: string): boolean {
    const isNew = !this.cutPlaces.has(place);
    this.cutPlaces.add(place);
    return isNew;
  }

  /** Runs a part with half of the remaining steps, and `leave` when it needs more steps or stack. */
  withHalf<T>(run: () => T, leave: () => T): T {
    const outer = effort.limit;
    effort.limit = effort.steps + (outer - effort.steps) / 2;
    try {
      return run();
    } catch (error) {
      const isSpent =
        error instanceof BudgetSpent && error.message === TOO_MANY_STEPS && effort.steps < outer;
      if (!isSpent && !(error instanceof RangeError)) throw error;
      return leave();
    } finally {
      effort.limit = outer;
    }
  }
}
