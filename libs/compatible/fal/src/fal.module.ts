import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CompatibleModelsModule } from '#libs/compatible/models';
import { AssetsModule } from '#libs/media/assets';
import { TasksModule } from '#libs/media/work';
import { FalCallbacks } from './fal-callbacks.js';
import { FalQueueController } from './fal-queue.controller.js';
import { FalQueueService } from './fal-queue.service.js';
import { FalRequests } from './fal-requests.js';
import { FalStorageController } from './fal-storage.controller.js';

/** Requests in the form of fal, as tasks. */
@Module({
  imports: [AssetsModule, CompatibleModelsModule, TasksModule],
  controllers: [FalQueueController, FalStorageController],
  providers: [FalCallbacks, FalQueueService],
})
export class FalModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FalRequests).forRoutes('fal', 'fal/*path');
  }
}
