export { type ApplicationOptions, createApplication } from './create-application.js';
export { explainFailure } from './explain-failure.js';
export { prepareProcess } from './prepare-process.js';
export { failStart, stopOnSignals } from './run-process.js';
export { ServiceModule } from './service.module.js';
export { SETTINGS } from './settings.js';
