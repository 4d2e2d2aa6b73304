import { Module } from '@nestjs/common';
import { MediaInputsModule, PricingModule, TasksModule } from '#libs/media/work';
import { ProvidersModule } from '#libs/media/providers';
import { RunModelTaskJob } from './jobs/run-model-task.job.js';
import { ModelLists } from './model-lists.js';
import { ModelTasksService } from './model-tasks.service.js';
import { ModelVendors } from './model-vendors.js';
import { ModelsController } from './models.controller.js';
import { ModelsSettings } from './models.settings.js';

/** Tasks of models that callers choose by name, such as an image from text. */
@Module({
  imports: [TasksModule, MediaInputsModule, PricingModule, ProvidersModule],
  controllers: [ModelsController],
  providers: [ModelsSettings, ModelLists, ModelTasksService, ModelVendors, RunModelTaskJob],
  exports: [ModelLists],
})
export class ModelsModule {}
