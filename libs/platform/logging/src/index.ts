export { withLogFields, withOnlyLogFields } from './log-context.js';
export { LoggingSettings } from './logging.settings.js';
export { scrub } from './scrub.js';
export { ServiceLog } from './service-log.js';
