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
export { JobAdmin, type QueueOverview, type RetriedState } from './job-admin.js';
export { RETRIED_JOBS_MAX } from './job-admin.repository.js';
export {
  COUNTED_JOBS_MAX,
  LISTED_JOB_STATES,
  type ListedJob,
  type ListedJobState,
} from './job-overview.repository.js';
export { type EnqueueOptions, JobQueue } from './job-queue.js';
export { type JobStats } from './jobs.repository.js';
export { InvalidJobHandlers } from './job-registry.js';
export { QueueModule } from './queue.module.js';
export { QueueSettings } from './queue.settings.js';
