export { MonitoringModule } from './monitoring.module.js';
export { MonitoringSettings } from './monitoring.settings.js';
export { Presence } from './presence.js';
export { PROCESS_ROLES, type RunningProcesses } from './processes.repository.js';
export { Readiness } from './readiness.js';
export { ServiceMetrics } from './service-metrics.js';
