import { Module } from '@nestjs/common';
import { provideSettings } from '#libs/platform/config';
import { DatabaseHealthRepository } from './database-health.repository.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MonitoringSettings } from './monitoring.settings.js';
import { ServiceMetrics } from './service-metrics.js';

/** What those who run the service look at: `/health/live`, `/health/ready` and `/metrics`. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [provideSettings(MonitoringSettings), DatabaseHealthRepository, ServiceMetrics],
  exports: [ServiceMetrics],
})
export class MonitoringModule {}
