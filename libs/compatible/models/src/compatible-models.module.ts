import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { ProvidersModule } from '#libs/media/providers';
import { CompatibleModelsSettings } from './compatible-models.settings.js';
import { FormUploads } from './form-uploads.js';
import { NamedModels } from './named-models.js';

@Module({
  imports: [AssetsModule, ProvidersModule],
  providers: [CompatibleModelsSettings, FormUploads, NamedModels],
  exports: [FormUploads, NamedModels],
})
export class CompatibleModelsModule {}
