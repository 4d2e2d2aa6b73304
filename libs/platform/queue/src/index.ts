export {
  again,
  done,
  type Job,
  type JobDeath,
  JobHandler,
  type JobHandlerClass,
  type JobHandlerOptions,
  type JobOutcome,
  type JobRun,
  WORKER_LOST_CODE,
} from './job.js';
export {
  COUNTED_JOBS_MAX,
  JobAdminRepository,
  type JobPlace,
  LISTED_JOB_STATES,
  type ListedJob,
  type ListedJobState,
  type QueueOverview,
  RETRIED_JOBS_MAX,
} from './job-admin.repository.js';
export { InvalidJobHandlers } from './job-handlers.js';
export { JobQueue } from './job-queue.js';
export type { EnqueueOptions } from './jobs.repository.js';
export { QueueModule } from './queue.module.js';
export { QueueSettings } from './queue.settings.js';
