import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { NodesModule } from '#libs/registry/nodes';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { NodeReportsController } from './node-reports.controller.js';
import { NodeReportsRepository } from './node-reports.repository.js';
import { NodeReports } from './node-reports.js';
import { PublishersModule } from '#libs/registry/publishers';
import { PublisherActivityController } from './publisher-activity.controller.js';
import { PublisherActivityRepository } from './publisher-activity.repository.js';
import { ReportMessages } from './report-messages.js';
import { NodeReportsSettings } from './node-reports.settings.js';

@Module({
  imports: [AuditModule, NodesModule, PublishersModule, VersionStoreModule],
  controllers: [NodeReportsController, PublisherActivityController],
  providers: [
    NodeReportsSettings,
    NodeReportsRepository,
    NodeReports,
    ReportMessages,
    PublisherActivityRepository,
  ],
  exports: [NodeReports],
})
export class NodeReportsModule {}
