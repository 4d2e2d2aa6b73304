export { Asset, type AssetPurpose } from './asset.entity.js';
export * from './assets.errors.js';
export { AssetsModule } from './assets.module.js';
export type { PurposeFigures } from './assets.repository.js';
export { AssetsService, type NewAsset } from './assets.service.js';
export { AssetsSettings } from './assets.settings.js';
export { UploadsService } from './uploads.service.js';
export { ExpiredFiles } from './expired-files.js';
export { CleanAssetsJob } from './jobs/clean-assets.job.js';
