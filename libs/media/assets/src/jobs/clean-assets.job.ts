import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { AssetsService } from '../assets.service.js';

const BATCH = 200;

/** Removes expired files: inputs of ended tasks, inputs that no task used, uploads. */
@JobHandler({ name: 'assets.clean', maxAttempts: 3, concurrency: 1, every: '1m' })
export class CleanAssetsJob implements Job<object> {
  private hasMoved = false;

  constructor(private readonly assets: AssetsService) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    while (!signal.aborted && (await this.assets.removeExpired(BATCH)) === BATCH);
    // Rows with content, written by earlier versions. Those that an older process adds later are moved when they are
    // read.
    while (!signal.aborted && !this.hasMoved)
      this.hasMoved = (await this.assets.moveOutOfRows(BATCH)) < BATCH;
    return done();
  }
}
