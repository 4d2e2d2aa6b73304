import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { JobQueue } from '#libs/platform/queue';
import { TaskStatusChanged } from '#libs/tasks';
import { StopVideoTaskJob } from './jobs/stop-video-task.job.js';
import { UpstreamVideoProvider } from './upstream/upstream-video.provider.js';
import { VIDEO_KINDS } from './video-kinds.js';

/** Sees to it that the vendor stops when a task is canceled, whichever way that was asked for. */
@Injectable()
export class VendorStops implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly upstream: UpstreamVideoProvider,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, async ({ task }, scope) => {
      const isOurs = task.provider === this.upstream.name && VIDEO_KINDS.some((kind) => kind === task.kind);
      if (isOurs && task.status === 'canceled')
        await this.queue.enqueue(scope, StopVideoTaskJob, { task: { id: task.id, kind: task.kind } });
    });
  }
}
