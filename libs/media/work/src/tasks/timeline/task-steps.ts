import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { Task } from '../task.entity.js';
import { type EventRow, TaskStepsRepository } from './task-steps.repository.js';
import { TaskTimelines, type TimelineSource } from './task-timelines.js';
import type { TimelineStep, TimelineStepName } from './timeline.js';

/** The statuses of a task, each until the next one, and the storing of its outputs. */
@Injectable()
export class TaskSteps implements TimelineSource, OnModuleInit {
  constructor(
    private readonly repository: TaskStepsRepository,
    private readonly timelines: TaskTimelines,
  ) {}

  onModuleInit(): void {
    this.timelines.register(this);
  }

  concerns(): boolean {
    return true;
  }

  async listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, readonly TimelineStep[]>> {
    const events = await this.repository.listEvents(
      NO_TRANSACTION,
      tasks.map(({ id }) => id),
    );
    const byTask = Map.groupBy(events, ({ taskId }) => taskId);
    return new Map(tasks.map((task) => [task.id, stepsOf(task, byTask.get(task.id) ?? [])]));
  }
}

/** Before work begins, a task is `created`, and `queued` if its kind shows that: one step. */
function stepsOf({ createdAt }: Task, events: readonly EventRow[]): TimelineStep[] {
  const shown = events.filter(({ status }) => status !== 'queued');
  return shown.flatMap((event, index) => {
    const until = shown[index + 1]?.createdAt ?? null;
    const at = index === 0 ? createdAt : event.createdAt;
    const steps: TimelineStep[] = [{ step: nameOf(event), at, until }];
    if (event.storedAt) steps.unshift({ step: 'stored', at: event.storedAt, until: event.createdAt });
    return steps;
  });
}

function nameOf({ status }: EventRow): TimelineStepName {
  if (status === 'created' || status === 'queued') return 'submitted';
  return status === 'processing' ? 'begun' : status;
}
