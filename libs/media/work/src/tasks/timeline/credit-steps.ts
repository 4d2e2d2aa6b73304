import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ledger, type TaskEntry } from '#libs/accounts/ledger';
import type { Task } from '../task.entity.js';
import { TaskTimelines, type TimelineSource } from './task-timelines.js';
import type { TimelineStep } from './timeline.js';

const NAMES = { hold: 'reserved', post: 'settled', void: 'released' } as const;

@Injectable()
export class CreditSteps implements TimelineSource, OnModuleInit {
  constructor(
    private readonly ledger: Ledger,
    private readonly timelines: TaskTimelines,
  ) {}

  onModuleInit(): void {
    this.timelines.register(this);
  }

  concerns(): boolean {
    return true;
  }

  async listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, readonly TimelineStep[]>> {
    const entries = await this.ledger.entriesOf(tasks.map(({ id }) => id));
    const byTask = Map.groupBy(entries, ({ taskId }) => taskId);
    return new Map([...byTask].map(([id, ofTask]) => [id, ofTask.map(stepOf)]));
  }
}

function stepOf({ type, credits, createdAt }: TaskEntry): TimelineStep {
  return { step: NAMES[type], at: createdAt, until: null, ...(type === 'void' ? {} : { credits }) };
}
