import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/assets';
import { SamplesModule } from '#libs/samples';
import { TasksModule } from '#libs/tasks';
import { MediaInputs } from './media-inputs.js';
import { TaskInputs } from './task-inputs.js';
import { TaskFilesController } from './task-files.controller.js';
import { TaskThumbnails } from './task-thumbnails.js';

@Module({
  imports: [AssetsModule, SamplesModule, TasksModule],
  controllers: [TaskFilesController],
  providers: [MediaInputs, TaskInputs, TaskThumbnails],
  exports: [MediaInputs],
})
export class MediaInputsModule {}
