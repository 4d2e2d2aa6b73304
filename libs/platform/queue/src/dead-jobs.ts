import { Logger } from '@nestjs/common';
import { again, done, type JobDeath, type JobOutcome } from './job.js';
import type { LaneRules } from './job-lane.js';
import type { RegisteredHandler } from './job-registry.js';
import { type ClaimedJob, DEAD_QUEUE, type JobLeasesRepository } from './job-leases.repository.js';

/** Attempts to hand a dead job to its handler; with the pauses of the queue, about a day. */
export const DEAD_MAX_ATTEMPTS = 40;
/** A process of another version may know the handler that this one lacks. */
const UNKNOWN_HANDLER_RETRY_SECONDS = 60;

/** The lane in which handlers learn of their dead jobs. */
export function deadJobRules(
  handlers: ReadonlyMap<string, RegisteredHandler>,
  leases: JobLeasesRepository,
): LaneRules {
  const logger = new Logger('DeadJobs');
  return {
    name: DEAD_QUEUE,
    concurrency: 4,
    leaseSeconds: 30,
    maxAttempts: DEAD_MAX_ATTEMPTS,
    run: (job) => handleDeadJob(job, handlers, logger),
    finish: (job) => leases.keepDead(job),
  };
}

async function handleDeadJob(
  job: ClaimedJob,
  handlers: ReadonlyMap<string, RegisteredHandler>,
  logger: Logger,
): Promise<JobOutcome> {
  const name = job.sourceName ?? '';
  const registered = handlers.get(name);
  if (!registered) return again({ afterSeconds: UNKNOWN_HANDLER_RETRY_SECONDS });
  const death = deathIn(job.sourceOutput);
  logger.error({ job: name, jobId: job.sourceId, death }, 'A job is dead');
  await registered.handler.onDead?.(job.data, death);
  return done();
}

function deathIn(output: object | null | undefined): JobDeath {
  const fields = { name: 'Error', message: 'Unknown', code: undefined, ...output };
  const { code } = fields;
  return {
    name: String(fields.name),
    message: String(fields.message),
    ...(code === undefined ? {} : { code: String(code) }),
  };
}
