export { withLogFields, withOnlyLogFields } from './log-context.js';
export { LoggingSettings } from './logging.settings.js';
export { ServiceLog } from './service-log.js';
