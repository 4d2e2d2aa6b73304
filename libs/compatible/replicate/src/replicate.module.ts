import { Module } from '@nestjs/common';
import { CompatibleModelsModule } from '#libs/compatible/models';
import { TasksModule } from '#libs/media/work';
import { ReplicateCallbacks } from './replicate-callbacks.js';
import { ReplicateFilesController } from './replicate-files.controller.js';
import { ReplicateModelsController } from './replicate-models.controller.js';
import { ReplicatePredictionsController } from './replicate-predictions.controller.js';
import { ReplicatePredictionsService } from './replicate-predictions.service.js';

/** Requests in the form of Replicate, as tasks. */
@Module({
  imports: [CompatibleModelsModule, TasksModule],
  controllers: [ReplicateFilesController, ReplicateModelsController, ReplicatePredictionsController],
  providers: [ReplicateCallbacks, ReplicatePredictionsService],
})
export class ReplicateModule {}
