import { Clock } from '#libs/platform/clock';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ProofsService } from './proofs.service.js';

const WEEK_MS = 7 * 86_400_000;
/** At once. */
const BATCH = 10;

/** Checks each verified proof again a week after its last check. */
@JobHandler({ name: 'publishers.check-proofs', maxAttempts: 3, concurrency: 1, every: '1d' })
export class CheckProofsJob implements Job<object> {
  constructor(
    private readonly proofs: ProofsService,
    private readonly clock: Clock,
  ) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    const before = this.clock.in(-WEEK_MS);
    while (!signal.aborted && (await this.proofs.checkAgain(before, BATCH)) === BATCH);
    return done();
  }
}
