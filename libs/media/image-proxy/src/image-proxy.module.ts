import { Module } from '@nestjs/common';
import { MediaInputsModule, PricingModule, TasksModule } from '#libs/media/work';
import { ProvidersModule } from '#libs/media/providers';
import { ImageProxyController } from './image-proxy.controller.js';
import { ImageProxySettings } from './image-proxy.settings.js';
import { ImageTasksService } from './image-tasks.service.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';
import { LocalImageProvider } from './local-image.provider.js';
import { ImageUpstreamSettings } from './image-upstream.settings.js';
import { ImageVendors } from './image-vendors.js';

@Module({
  imports: [TasksModule, MediaInputsModule, PricingModule, ProvidersModule],
  controllers: [ImageProxyController],
  providers: [
    ImageProxySettings,
    ImageUpstreamSettings,
    ImageTasksService,
    LocalImageProvider,
    ImageVendors,
    RunImageTaskJob,
  ],
})
export class ImageProxyModule {}
