import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '#libs/platform/config';
import { TasksModule } from '#libs/tasks';
import { StopTaskJob } from './jobs/stop-task.job.js';
import { MediaProviders } from './media-providers.service.js';
import { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { ProviderStops } from './provider-stops.service.js';
import { ProvidersSettings } from './providers.settings.js';
import { UpstreamRetries } from './upstream-retries.service.js';
import { UpstreamStreams } from './upstream-streams.service.js';
import { UpstreamTasks } from './upstream-tasks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProviderOperation]), DiscoveryModule, TasksModule],
  providers: [
    provideSettings(ProvidersSettings),
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
