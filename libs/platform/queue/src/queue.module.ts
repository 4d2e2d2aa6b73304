import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ClockModule } from '#libs/platform/clock';
import { DueTimers } from './due-timers.js';
import { JobAdminRepository } from './job-admin.repository.js';
import { JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { JobScheduler } from './job-scheduler.js';
import { JobTurnsRepository } from './job-turns.repository.js';
import { JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';
import { QueueSettings } from './queue.settings.js';
import { WorkerPresence } from './worker-presence.js';

/** Durable jobs. Global, as every module may add some; a handler is a provider with `@JobHandler`. */
@Global()
@Module({
  imports: [DiscoveryModule, ClockModule],
  providers: [
    QueueSettings,
    WorkerPresence,
    QueueDatabase,
    JobRegistry,
    JobsRepository,
    JobTurnsRepository,
    JobAdminRepository,
    DueTimers,
    JobScheduler,
    JobRunner,
    JobQueue,
  ],
  exports: [JobQueue, JobAdminRepository, QueueSettings],
})
export class QueueModule {}
