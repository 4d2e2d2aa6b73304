import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller.js';
import { AssetsRepository } from './assets.repository.js';
import { AssetsService } from './assets.service.js';
import { AssetsSettings } from './assets.settings.js';
import { CleanAssetsJob } from './jobs/clean-assets.job.js';
import { StoredQuota } from './stored-quota.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [AssetsController, UploadsController],
  providers: [AssetsSettings, AssetsRepository, AssetsService, StoredQuota, UploadsService, CleanAssetsJob],
  exports: [AssetsService],
})
export class AssetsModule {}
