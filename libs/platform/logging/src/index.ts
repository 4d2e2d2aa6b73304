export { LoggingSettings } from './logging.settings.js';
export { scrub } from './scrub.js';
export { ServiceLog } from './service-log.js';
