import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { AuditModule } from '#libs/accounts/audit';
import { UsersModule } from '#libs/accounts/users';
import { ProvidersModule } from '#libs/media/providers';
import { PricingModule, TasksModule } from '#libs/media/work';
import { PicturesModule } from '#libs/registry/pictures';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { AdminTasksController } from './admin-tasks.controller.js';
import { AdminTasksService } from './admin-tasks.service.js';
import { WebhooksModule } from '#libs/media/webhooks';
import { LedgerModule } from '#libs/accounts/ledger';
import { BackupModule } from '#libs/platform/backup';
import { MonitoringModule } from '#libs/platform/monitoring';
import { NodeVersionsModule } from '#libs/registry/versions';
import { MeasureStorageJob } from './jobs/measure-storage.job.js';
import { SumTasksJob } from './jobs/sum-tasks.job.js';
import { OperationsSettings } from './operations.settings.js';
import { CurrentProblems } from './overview/current-problems.js';
import { DiskForecasts } from './overview/disk-forecasts.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewRepository } from './overview/overview.repository.js';
import { Overview } from './overview/overview.js';
import { TaskHoursRepository } from './overview/task-hours.repository.js';
import { TaskHours } from './overview/task-hours.js';
import { QueueAdminService } from './queue-admin.service.js';
import { QueuesController } from './queues.controller.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { VendorCostsRepository } from './reconciliation/vendor-costs.repository.js';
import { SettingsController } from './settings/settings.controller.js';
import { LimitTrialRepository } from './settings/limit-trial.repository.js';
import { LimitTrial } from './settings/limit-trial.js';
import { SettingsReport } from './settings/settings-report.js';
import { StorageController } from './storage.controller.js';
import { StorageFiguresRepository } from './storage-figures.repository.js';
import { StorageRemovals } from './storage-removals.js';
import { StorageReport } from './storage-report.js';
import { VendorAdaptersController } from './vendor-adapters.controller.js';
import { VendorAdminService } from './vendor-admin.service.js';
import { VendorsController } from './vendors.controller.js';
import { VendorsReport } from './vendors-report.js';

@Module({
  imports: [
    AuditModule,
    UsersModule,
    LedgerModule,
    ProvidersModule,
    PricingModule,
    TasksModule,
    WebhooksModule,
    AssetsModule,
    PicturesModule,
    VersionStoreModule,
    NodeVersionsModule,
    MonitoringModule,
    BackupModule,
  ],
  controllers: [
    OverviewController,
    QueuesController,
    VendorsController,
    VendorAdaptersController,
    StorageController,
    AdminTasksController,
    ReconciliationController,
    SettingsController,
  ],
  providers: [
    OperationsSettings,
    OverviewRepository,
    DiskForecasts,
    TaskHoursRepository,
    TaskHours,
    CurrentProblems,
    Overview,
    SumTasksJob,
    QueueAdminService,
    AdminTasksService,
    VendorAdminService,
    VendorsReport,
    StorageFiguresRepository,
    StorageReport,
    StorageRemovals,
    MeasureStorageJob,
    VendorCostsRepository,
    ReconciliationService,
    SettingsReport,
    LimitTrialRepository,
    LimitTrial,
  ],
})
export class OperationsModule {}
