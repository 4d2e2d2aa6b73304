import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DueTimers } from './due-timers.js';
import { JobAdmin } from './job-admin.js';
import { JobAdminRepository } from './job-admin.repository.js';
import { JobOverviewRepository } from './job-overview.repository.js';
import { JobQueue } from './job-queue.js';
import { JobQueues } from './job-queues.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { JobScheduler } from './job-scheduler.js';
import { JobSettler } from './job-settler.js';
import { JobLeasesRepository } from './job-leases.repository.js';
import { JobTurnsRepository } from './job-turns.repository.js';
import { JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';
import { QueuePausesRepository } from './queue-pauses.repository.js';
import { QueueSettings } from './queue.settings.js';
import { WorkerPresence } from './worker-presence.js';

/** Durable jobs. Global, as every module may add some; a handler is a provider with `@JobHandler`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    QueueSettings,
    WorkerPresence,
    QueueDatabase,
    JobRegistry,
    JobQueues,
    JobsRepository,
    JobLeasesRepository,
    JobTurnsRepository,
    JobAdminRepository,
    JobOverviewRepository,
    QueuePausesRepository,
    JobSettler,
    DueTimers,
    JobScheduler,
    JobRunner,
    JobQueue,
    JobAdmin,
  ],
  exports: [JobQueue, JobAdmin, QueueSettings],
})
export class QueueModule {}
