import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { JobQueue } from '#libs/platform/queue';
import { TaskStatusChanged } from '#libs/media/work';
import { StopTaskJob } from './stop-task.job.js';
import { MediaProviders } from '../choice/media-providers.js';

/** Stops the provider's work when a task is canceled, however that was requested. */
@Injectable()
export class ProviderStops implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly providers: MediaProviders,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, async ({ task: { id, kind, provider, status } }, scope) => {
      if (status === 'canceled' && this.providers.find({ kind, provider })?.stop)
        await this.queue.enqueue(scope, StopTaskJob, { task: { id, kind, provider } });
    });
  }
}
