import { Module } from '@nestjs/common';
import { CompatibleModelsModule } from '#libs/compatible/models';
import { AssetsModule } from '#libs/media/assets';
import { ModelsModule } from '#libs/media/models';
import { TasksModule } from '#libs/media/work';
import { OpenAiImagesController } from './open-ai-images.controller.js';
import { OpenAiImagesService } from './open-ai-images.service.js';
import { OpenAiModelsController } from './open-ai-models.controller.js';
import { OpenAiVideosController } from './open-ai-videos.controller.js';
import { OpenAiVideosService } from './open-ai-videos.service.js';

/** Requests in the form of OpenAI, as tasks. */
@Module({
  imports: [AssetsModule, CompatibleModelsModule, ModelsModule, TasksModule],
  controllers: [OpenAiImagesController, OpenAiModelsController, OpenAiVideosController],
  providers: [OpenAiImagesService, OpenAiVideosService],
})
export class OpenAiModule {}
