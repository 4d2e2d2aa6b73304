export { MonitoringModule } from './monitoring.module.js';
export { MonitoringSettings } from './monitoring.settings.js';
export { Readiness } from './readiness.js';
export { ServiceMetrics } from './service-metrics.js';
