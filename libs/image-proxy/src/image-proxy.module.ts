import { Module } from '@nestjs/common';
import { MediaInputsModule } from '#libs/media-inputs';
import { PricingModule } from '#libs/pricing';
import { ProvidersModule } from '#libs/providers';
import { TasksModule } from '#libs/tasks';
import { ImageProxyController } from './image-proxy.controller.js';
import { ImageProxySettings } from './image-proxy.settings.js';
import { ImageTasksService } from './image-tasks.service.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';
import { LocalImageProvider } from './local-image.provider.js';
import { ImageUpstreamSettings } from './upstream/image-upstream.settings.js';
import { UpstreamImageProviders } from './upstream/upstream-image.provider.js';

@Module({
  imports: [TasksModule, MediaInputsModule, PricingModule, ProvidersModule],
  controllers: [ImageProxyController],
  providers: [
    ImageProxySettings,
    ImageUpstreamSettings,
    ImageTasksService,
    LocalImageProvider,
    UpstreamImageProviders,
    RunImageTaskJob,
  ],
})
export class ImageProxyModule {}
