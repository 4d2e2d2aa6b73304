import { Module } from '@nestjs/common';
import { provideSettings } from '#libs/platform/config';
import { StorageSettings } from '#libs/platform/storage';
import { DatabaseHealthRepository } from './database-health.repository.js';
import { DiskSpace } from './disk-space.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MonitoringSettings } from './monitoring.settings.js';
import { ServiceMetrics } from './service-metrics.js';

/** What those who run the service read: `/health/live`, `/health/ready` and `/metrics`. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    provideSettings(MonitoringSettings),
    provideSettings(StorageSettings),
    DiskSpace,
    DatabaseHealthRepository,
    ServiceMetrics,
  ],
  exports: [ServiceMetrics],
})
export class MonitoringModule {}
