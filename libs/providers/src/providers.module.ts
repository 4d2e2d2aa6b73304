import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TasksModule } from '#libs/tasks';
import { StopTaskJob } from './jobs/stop-task.job.js';
import { MediaProviders } from './media-providers.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { ProviderStops } from './provider-stops.js';
import { ProvidersSettings } from './providers.settings.js';
import { UpstreamRetries } from './upstream-retries.js';
import { UpstreamStreams } from './upstream-streams.js';
import { UpstreamTasks } from './upstream-tasks.js';

@Module({
  imports: [DiscoveryModule, TasksModule],
  providers: [
    ProvidersSettings,
    MediaProviders,
    ProviderStops,
    StopTaskJob,
    ProviderOperationsRepository,
    UpstreamRetries,
    UpstreamStreams,
    UpstreamTasks,
  ],
  exports: [MediaProviders, UpstreamStreams, UpstreamTasks],
})
export class ProvidersModule {}
