import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { ChangesModule } from '#libs/registry/changes';
import { NodesModule } from '#libs/registry/nodes';
import { AdvisoriesController } from './advisories.controller.js';
import { AdvisoriesRepository } from './advisories.repository.js';
import { AdvisoriesService } from './advisories.service.js';
import { AdvisoryAdminController } from './advisory-admin.controller.js';
import { AdvisoryRecords } from './advisory-records.js';
import { AdvisoryWarnings } from './advisory-warnings.js';
import { OsvArchive } from './osv-archive.js';

@Module({
  imports: [NodesModule, AuditModule, ChangesModule],
  controllers: [AdvisoriesController, AdvisoryAdminController],
  providers: [AdvisoriesRepository, AdvisoriesService, AdvisoryWarnings, AdvisoryRecords, OsvArchive],
  exports: [AdvisoryWarnings, AdvisoryRecords],
})
export class AdvisoriesModule {}
