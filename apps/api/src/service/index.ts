export { type ApplicationOptions, createApplication } from './create-application.js';
export { prepareProcess } from './prepare-process.js';
export { failStart, stopOnSignals } from './run-process.js';
export { ServiceModule } from './service.module.js';
export { SETTINGS } from './settings.js';
