import { Injectable } from '@nestjs/common';

/**
 * The time for rules: expiries, retention, windows. Measure durations with `performance.now()` instead. Tests can
 * advance it (`TestApp.passTime`).
 */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The time this many milliseconds ahead, or ago when negative. */
  in(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}
