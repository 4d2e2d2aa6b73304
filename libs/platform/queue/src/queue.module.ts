import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ClockModule } from '#libs/platform/clock';
import { JobAdminRepository } from './job-admin.repository.js';
import { JobHandlers } from './job-handlers.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import { JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';
import { QueueSettings } from './queue.settings.js';

/** Durable jobs. Global, as every module may add some; a handler is a provider with `@JobHandler`. */
@Global()
@Module({
  imports: [DiscoveryModule, ClockModule],
  providers: [
    QueueSettings,
    QueueDatabase,
    JobHandlers,
    JobsRepository,
    JobAdminRepository,
    JobRunner,
    JobQueue,
  ],
  exports: [JobQueue, JobAdminRepository, QueueSettings],
})
export class QueueModule {}
