import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { SamplesModule } from '../samples/index.js';
import { TasksModule } from '../tasks/index.js';
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
