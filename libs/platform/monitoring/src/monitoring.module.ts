import { Module } from '@nestjs/common';
import { DatabaseHealthRepository } from './database-health.repository.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MonitoringSettings } from './monitoring.settings.js';
import { Presence } from './presence.js';
import { ProcessesRepository } from './processes.repository.js';
import { Readiness } from './readiness.js';
import { ServiceMetrics } from './service-metrics.js';

/** Endpoints for operators: `/health/live`, `/health/ready` and `/metrics`. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    MonitoringSettings,
    DatabaseHealthRepository,
    ProcessesRepository,
    Presence,
    Readiness,
    ServiceMetrics,
  ],
  exports: [ServiceMetrics, Readiness, Presence],
})
export class MonitoringModule {}
