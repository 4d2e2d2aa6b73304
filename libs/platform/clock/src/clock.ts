import { Injectable } from '@nestjs/common';

/**
 * The time that rules go by: expiries, retention, windows. Durations are measured by `performance.now()` instead. Tests
 * let it pass (`TestApp.passTime`).
 */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The moment that is so many milliseconds ahead, or ago when negative. */
  in(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}
