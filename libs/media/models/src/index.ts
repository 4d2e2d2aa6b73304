export { ModelsSettings } from './models.settings.js';
export { ModelsModule } from './models.module.js';
