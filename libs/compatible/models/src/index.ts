export { CompatibleModelsModule } from './compatible-models.module.js';
export { CompatibleModelsSettings } from './compatible-models.settings.js';
export * from './compatible.errors.js';
export { type FormUpload, FormUploads } from './form-uploads.js';
export { type NamedModel, NamedModels, nameOfTask } from './named-models.js';
export { fieldProblems, isFaultOfService } from './error-parts.js';
