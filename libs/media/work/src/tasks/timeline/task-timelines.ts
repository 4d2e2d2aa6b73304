import { Injectable } from '@nestjs/common';
import { Rounds } from '#libs/platform/runtime';
import type { ReadTask } from '../read-task.js';
import type { Task } from '../task.entity.js';
import { inOrder, type Timeline } from './timeline.js';

/** Tasks that share a statement, and such statements at a time. */
const READINGS = { items: 100, rounds: 2 };

const NOTHING: Timeline = { steps: [], isFinal: true };

/** A module that knows of some of the steps of tasks. */
export type TimelineSource = {
  /** Whether it may know of any. */
  concerns(task: Task): boolean;
  /** What it knows of the tasks, by their ids; nothing of those that are absent. One statement, however many there are. */
  listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, Timeline>>;
};

type Reader = { source: TimelineSource; rounds: Rounds<Task, Timeline> };

/**
 * What tasks went through. What stays until the row of a task changes is asked once for each time the task was read anew:
 * who polls costs the database nothing more.
 */
@Injectable()
export class TaskTimelines {
  private readonly readers: Reader[] = [];
  private readonly parts = new WeakMap<ReadTask, Map<Reader, Timeline>>();
  private readonly wholes = new WeakMap<ReadTask, Timeline>();

  /** Steps of the same time come in the order in which their sources were registered. */
  register(source: TimelineSource): void {
    const rounds = new Rounds((tasks: readonly Task[]) => readAll(source, tasks), READINGS);
    this.readers.push({ source, rounds });
  }

  async of(read: ReadTask): Promise<Timeline> {
    const known = this.wholes.get(read);
    if (known) return known;
    const parts = await Promise.all(this.readers.map((reader) => this.partOf(read, reader)));
    const whole = {
      steps: inOrder(parts.flatMap(({ steps }) => steps)),
      isFinal: parts.every(({ isFinal }) => isFinal),
    };
    if (whole.isFinal) this.wholes.set(read, whole);
    return whole;
  }

  private async partOf(read: ReadTask, reader: Reader): Promise<Timeline> {
    if (!reader.source.concerns(read.task)) return NOTHING;
    const parts = this.parts.get(read) ?? new Map<Reader, Timeline>();
    const known = parts.get(reader);
    if (known) return known;
    const part = await reader.rounds.do(read.task);
    if (part.isFinal) this.parts.set(read, parts.set(reader, part));
    return part;
  }
}

async function readAll(
  source: TimelineSource,
  tasks: readonly Task[],
): Promise<PromiseSettledResult<Timeline>[]> {
  const found = await source.listSteps(tasks);
  return tasks.map(({ id }) => ({ status: 'fulfilled', value: found.get(id) ?? NOTHING }));
}
