export { ModelsSettings } from './models.settings.js';
export { ModelLists } from './model-lists.js';
export { ModelsModule } from './models.module.js';
