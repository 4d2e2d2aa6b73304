import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '#libs/platform/config';
import { AssetsModule } from '#libs/assets';
import { FollowedTasks } from './followed-tasks.js';
import { Pulse } from './pulse.js';
import { Task, TaskEvent } from './task.entity.js';
import { TaskKinds } from './task-kinds.js';
import { TaskRunner } from './task-runner.js';
import { TaskStream } from './task-stream.js';
import { TasksController } from './tasks.controller.js';
import { TasksRepository } from './tasks.repository.js';
import { TasksSettings } from './tasks.settings.js';
import { TasksService } from './tasks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Task, TaskEvent]), AssetsModule],
  controllers: [TasksController],
  providers: [
    provideSettings(TasksSettings),
    TasksRepository,
    TasksService,
    TaskKinds,
    TaskRunner,
    FollowedTasks,
    Pulse,
    TaskStream,
  ],
  exports: [TasksService, TaskKinds, TaskRunner],
})
export class TasksModule {}
