import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { NodesModule } from '#libs/registry/nodes';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { NodeReportsController } from './node-reports.controller.js';
import { NodeReportsRepository } from './node-reports.repository.js';
import { NodeReports } from './node-reports.js';
import { NodeReportsSettings } from './node-reports.settings.js';

@Module({
  imports: [AuditModule, NodesModule, VersionStoreModule],
  controllers: [NodeReportsController],
  providers: [NodeReportsSettings, NodeReportsRepository, NodeReports],
})
export class NodeReportsModule {}
