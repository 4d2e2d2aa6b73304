import { Injectable } from '@nestjs/common';
import { Rounds } from '#libs/platform/runtime';
import type { Task } from '../task.entity.js';
import { inOrder, type TimelineStep } from './timeline.js';

/** Tasks that share a statement, and such statements at a time. */
const READINGS = { items: 100, rounds: 2 };

/** A module that knows of some of the steps of tasks. */
export type TimelineSource = {
  /** Whether it may know of any. */
  concerns(task: Task): boolean;
  /** What it knows of the tasks, by their ids; nothing of those that are absent. One statement, however many there are. */
  listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, readonly TimelineStep[]>>;
};

type Reader = { source: TimelineSource; rounds: Rounds<Task, readonly TimelineStep[]> };

/** What tasks went through. */
@Injectable()
export class TaskTimelines {
  private readonly readers: Reader[] = [];

  /** Steps of the same time come in the order in which their sources were registered. */
  register(source: TimelineSource): void {
    const rounds = new Rounds((tasks: readonly Task[]) => readAll(source, tasks), READINGS);
    this.readers.push({ source, rounds });
  }

  async of(task: Task): Promise<TimelineStep[]> {
    const concerned = this.readers.filter(({ source }) => source.concerns(task));
    const parts = await Promise.all(concerned.map(({ rounds }) => rounds.do(task)));
    return inOrder(parts.flat());
  }
}

async function readAll(
  source: TimelineSource,
  tasks: readonly Task[],
): Promise<PromiseSettledResult<readonly TimelineStep[]>[]> {
  const found = await source.listSteps(tasks);
  return tasks.map(({ id }) => ({ status: 'fulfilled', value: found.get(id) ?? [] }));
}
