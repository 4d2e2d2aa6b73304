import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { UpstreamRetries } from './upstream-retries.service.js';
import { UpstreamStreams } from './upstream-streams.service.js';
import { UpstreamTasks } from './upstream-tasks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProviderOperation])],
  providers: [ProviderOperationsRepository, UpstreamRetries, UpstreamStreams, UpstreamTasks],
  exports: [UpstreamStreams, UpstreamTasks],
})
export class ProvidersModule {}
