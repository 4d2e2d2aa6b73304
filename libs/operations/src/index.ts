export { OperationsSettings } from './operations.settings.js';
export { OperationsModule } from './operations.module.js';
