import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller.js';
import { AssetsRepository } from './assets.repository.js';
import { AssetsService } from './assets.service.js';
import { AssetsSettings } from './assets.settings.js';
import { ExpiredFiles } from './expired-files.js';
import { CleanAssetsJob } from './jobs/clean-assets.job.js';
import { PictureDrawing } from './picture-drawing.js';
import { StoredQuota } from './stored-quota.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [AssetsController, UploadsController],
  providers: [
    AssetsSettings,
    AssetsRepository,
    AssetsService,
    ExpiredFiles,
    PictureDrawing,
    StoredQuota,
    UploadsService,
    CleanAssetsJob,
  ],
  exports: [AssetsService, AssetsSettings, ExpiredFiles, PictureDrawing, UploadsService],
})
export class AssetsModule {}
