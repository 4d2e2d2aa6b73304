export { type ApplicationOptions, createApplication, serviceLog } from './create-application.js';
export {
  openProcessDatabase,
  prepareProcess,
  type ProcessDatabase,
  withDatabase,
} from './process-database.js';
export { failStart, stopOnSignals } from './run-process.js';
export { ServiceModule } from './service.module.js';
export { SETTINGS } from './settings.js';
