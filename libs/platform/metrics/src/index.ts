export { Metrics } from './metrics.js';
export { MetricsModule } from './metrics.module.js';
export { processMetrics } from './process-metrics.js';
