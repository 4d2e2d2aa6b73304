import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { UpstreamTasks } from './upstream-tasks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProviderOperation])],
  providers: [ProviderOperationsRepository, UpstreamTasks],
  exports: [UpstreamTasks],
})
export class ProvidersModule {}
