import { Module } from '@nestjs/common';
import { NodesModule } from '#libs/registry/nodes';
import { NodeVersionsModule } from '#libs/registry/versions';
import { AppNodesController } from './app-nodes.controller.js';
import { AppNodesRepository } from './app-nodes.repository.js';
import { AppNodesService } from './app-nodes.service.js';
import { ExtractionSettlement } from './extraction-settlement.js';
import { ExtractAppNodesJob, ReadArchiveJob } from './jobs/read-archive.job.js';

@Module({
  imports: [NodesModule, NodeVersionsModule],
  controllers: [AppNodesController],
  providers: [AppNodesRepository, AppNodesService, ExtractionSettlement, ReadArchiveJob, ExtractAppNodesJob],
})
export class AppNodesModule {}
