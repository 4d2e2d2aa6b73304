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
export { type EnqueueOptions, JobQueue } from './job-queue.js';
export { type JobStats } from './jobs.repository.js';
export { InvalidJobHandlers } from './job-registry.js';
export { QueueModule } from './queue.module.js';
export { QueueSettings } from './queue.settings.js';
