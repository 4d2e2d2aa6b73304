import type { ReadingLimits } from './reading-limits.js';
import { BudgetSpent, takeEffort, TOO_MANY_STEPS } from './effort.js';

/** Time for telling what is known when the time is up. */
const REFILL_MS = 1_000;

/** The steps and the time that the code of a package may take. */
export class Budget {
  private limit: number;
  private steps = 0;
  private checks = 0;
  private end: number;

  /** Places that took more than their share of steps. */
  readonly cutPlaces = new Set<string>();
  /** Whether a loop, or a statement of a module or class, gets half of the steps that are left. */
  isDivided = true;

  constructor(private readonly limits: Pick<ReadingLimits, 'steps' | 'timeoutMs'>) {
    this.end = Date.now() + limits.timeoutMs;
    this.limit = limits.steps;
    takeEffort(limits.steps);
  }

  /** When the time is up, in milliseconds since 1970. */
  get deadline(): number {
    return this.end;
  }

  /** Takes a step, and those that built-in functions have taken since the last one. @throws BudgetSpent */
  step(): void {
    this.steps += 1;
    this.steps += takeEffort(this.limit - this.steps);
    if (this.steps > this.limit) throw new BudgetSpent(TOO_MANY_STEPS);
    if ((this.checks += 1) % 1_024 === 0 && Date.now() > this.end)
      throw new BudgetSpent('the extraction takes too long');
  }

  /** Gives new steps and a little time to report what is known by now. */
  refill(): void {
    this.limitTo(this.steps + this.limits.steps);
    this.end = Math.max(this.end, Date.now() + REFILL_MS);
  }

  /** Runs a part with its own share of steps, and none of it by halves. @throws BudgetSpent */
  within<T>(steps: number, run: () => T): T {
    const [outer, isDivided] = [this.limit, this.isDivided];
    this.isDivided = false;
    this.limitTo(Math.min(outer, this.steps + steps));
    try {
      return run();
    } finally {
      this.isDivided = isDivided;
      this.limitTo(outer);
    }
  }

  /** Notes a place that was left. @returns whether it was so for the first time. */
  cut(place: string): boolean {
    const isNew = !this.cutPlaces.has(place);
    this.cutPlaces.add(place);
    return isNew;
  }

  /** Runs a part with half of the steps that are left, and `leave` when it wants more of them or of the stack. */
  withHalf<T>(run: () => T, leave: () => T): T {
    const outer = this.limit;
    this.limitTo(this.steps + (outer - this.steps) / 2);
    try {
      return run();
    } catch (error) {
      const isSpent = error instanceof BudgetSpent && error.message === TOO_MANY_STEPS && this.steps < outer;
      if (!isSpent && !(error instanceof RangeError)) throw error;
      return leave();
    } finally {
      this.limitTo(outer);
    }
  }

  /** Lets the steps go on to a limit; what has been noted so far is paid. */
  private limitTo(limit: number): void {
    this.limit = limit;
    this.steps += takeEffort(limit - this.steps);
  }
}
