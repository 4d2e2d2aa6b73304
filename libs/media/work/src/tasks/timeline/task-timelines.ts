import { Injectable } from '@nestjs/common';
import { Rounds } from '#libs/platform/runtime';
import type { Task } from '../task.entity.js';
import { inOrder, type TimelineStep } from './timeline.js';

/** Tasks per statement, and concurrent statements. */
const READINGS = { items: 100, rounds: 2 };

/** A module that contributes steps. */
export type TimelineSource = {
  /** Whether it may have any. */
  concerns(task: Task): boolean;
  /** Its steps by task id, without the tasks that have none. One statement, however many tasks. */
  listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, readonly TimelineStep[]>>;
};

type Reader = { source: TimelineSource; rounds: Rounds<Task, readonly TimelineStep[]> };

@Injectable()
export class TaskTimelines {
  private readonly readers: Reader[] = [];

  /** Steps with the same time keep the order in which their sources were registered. */
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
