import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { AuditModule } from '#libs/accounts/audit';
import { ProvidersModule } from '#libs/media/providers';
import { PricingModule, TasksModule } from '#libs/media/work';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { MeasureStorageJob } from './jobs/measure-storage.job.js';
import { QueueAdminService } from './queue-admin.service.js';
import { QueuesController } from './queues.controller.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { VendorCostsRepository } from './reconciliation/vendor-costs.repository.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsReport } from './settings/settings-report.js';
import { StorageController } from './storage.controller.js';
import { StorageFiguresRepository } from './storage-figures.repository.js';
import { StorageReport } from './storage-report.js';
import { UncertainTasksController } from './uncertain-tasks.controller.js';
import { UncertainTasksService } from './uncertain-tasks.service.js';
import { VendorAdaptersController } from './vendor-adapters.controller.js';
import { VendorAdminService } from './vendor-admin.service.js';
import { VendorsController } from './vendors.controller.js';
import { VendorsReport } from './vendors-report.js';

@Module({
  imports: [AuditModule, ProvidersModule, PricingModule, TasksModule, AssetsModule, VersionStoreModule],
  controllers: [
    QueuesController,
    VendorsController,
    VendorAdaptersController,
    StorageController,
    UncertainTasksController,
    ReconciliationController,
    SettingsController,
  ],
  providers: [
    QueueAdminService,
    UncertainTasksService,
    VendorAdminService,
    VendorsReport,
    StorageFiguresRepository,
    StorageReport,
    MeasureStorageJob,
    VendorCostsRepository,
    ReconciliationService,
    SettingsReport,
  ],
})
export class OperationsModule {}
