import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/assets';
import { SamplesModule } from '#libs/samples';
import { TasksModule } from '#libs/tasks';
import { MediaInputs } from './media-inputs.js';
import { TaskInputs } from './task-inputs.js';
import { TaskInputsController } from './task-inputs.controller.js';

@Module({
  imports: [AssetsModule, SamplesModule, TasksModule],
  controllers: [TaskInputsController],
  providers: [MediaInputs, TaskInputs],
  exports: [MediaInputs],
})
export class MediaInputsModule {}
