import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { DiskForecasts } from '../overview/disk-forecasts.js';
import { StorageReport } from '../storage-report.js';

@JobHandler({
  name: 'operations.measure-storage',
  maxAttempts: 3,
  concurrency: 1,
  every: '15m',
})
export class MeasureStorageJob implements Job<object> {
  constructor(
    private readonly report: StorageReport,
    private readonly disk: DiskForecasts,
  ) {}

  async run(): Promise<JobOutcome> {
    await this.disk.note();
    await this.report.count();
    return done();
  }
}
