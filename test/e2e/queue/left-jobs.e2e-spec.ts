import { Module } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { again, type Job, JobHandler, type JobOutcome, JobQueue } from '#libs/platform/queue';
import { TestApp } from '../../support/test-app.js';

@JobHandler({ name: 'test.waiting', maxAttempts: 1 })
class WaitingJob implements Job<object> {
  run = (): Promise<JobOutcome> => Promise.resolve(again({ afterSeconds: 3_600 }));
}

@JobHandler({ name: 'test.dying', maxAttempts: 1 })
class DyingJob implements Job<object> {
  run = (): Promise<JobOutcome> => Promise.reject(new Error('It dies'));
}

@Module({ providers: [WaitingJob, DyingJob] })
class LeftJobsModule {}

describe('the end of a test file', () => {
  async function appWithLeftJobs(): Promise<TestApp> {
    const app = await TestApp.start({}, { modules: [LeftJobsModule] });
    for (const job of [WaitingJob, DyingJob]) await app.get(JobQueue).enqueue(NO_TRANSACTION, job, {});
    return app;
  }

  it('fails when a job waits or is dead, and names both', async () => {
    const app = await appWithLeftJobs();
    await expect(app.stop()).rejects.toThrow(/test\.dying \S+ dead.*, test\.waiting \S+ waiting/);
  });

  it('passes when the file names what it leaves', async () => {
    const app = await appWithLeftJobs();
    await app.stop({ waiting: ['test.waiting'], dead: ['test.dying'] });
  });
});
