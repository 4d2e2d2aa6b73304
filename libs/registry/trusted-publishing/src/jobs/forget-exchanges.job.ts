import { Clock } from '#libs/platform/clock';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { TokenExchange } from '../token-exchange.js';

/** An expired token is refused anyway, whatever the clocks of two processes say. */
const KEPT_MS = 60 * 60_000;
const BATCH = 1_000;

/** Deletes exchanged tokens that have expired and published nothing. */
@JobHandler({ name: 'trusted-publishing.forget-exchanges', maxAttempts: 3, concurrency: 1, every: '1d' })
export class ForgetExchangesJob implements Job<object> {
  constructor(
    private readonly exchange: TokenExchange,
    private readonly clock: Clock,
  ) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    const before = this.clock.in(-KEPT_MS);
    while (!signal.aborted && (await this.exchange.forgetUnused(before, BATCH)) === BATCH);
    return done();
  }
}
