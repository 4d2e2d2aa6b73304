import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AssetsService } from '#libs/media/assets';
import { NO_TRANSACTION } from '#libs/platform/database';
import { Rounds } from '#libs/platform/runtime';
import { ReadTask } from './read-task.js';
import { TasksRepository } from './tasks.repository.js';

/** Reads that share a statement, and such statements at a time. */
const READINGS = { items: 100, rounds: 2 };
/** Of all tasks that are kept, and of one. */
const KEPT_MAX_CHARS = 4_000_000;
const KEPT_TASK_MAX_CHARS = 100_000;
/** Takes what is made of a task, for callers too, into account. */
const KEPT_CHARS_OF_ANY = 1_000;

type KeptTask = { read: ReadTask; version: string; chars: number };

/**
 * Reads tasks for callers who wait for them, and so ask all the time. Each time the database says whether the task is still
 * the same; only when it is not, it is sent, and made anew what callers are shown of it.
 */
@Injectable()
export class TaskReadings {
  private readonly rounds = new Rounds((ids: readonly string[]) => this.readAll(ids), READINGS);
  private readonly kept = new LRUCache<string, KeptTask>({
    maxSize: KEPT_MAX_CHARS,
    maxEntrySize: KEPT_TASK_MAX_CHARS,
    sizeCalculation: ({ chars }) => KEPT_CHARS_OF_ANY + chars,
  });

  constructor(
    private readonly tasks: TasksRepository,
    private readonly assets: AssetsService,
  ) {}

  /** The task as it is now; undefined when it is not there. */
  async find(id: string): Promise<ReadTask | undefined> {
    return this.rounds.do(id.toLowerCase());
  }

  private async readAll(ids: readonly string[]): Promise<PromiseSettledResult<ReadTask | undefined>[]> {
    const known = new Map(ids.map((id) => [id, this.kept.get(id)]));
    const versions = [...known].map(([id, kept]) => ({ id, version: kept?.version ?? null }));
    const read = new Map<string, ReadTask | undefined>();
    for (const { id, version, content } of await this.tasks.listUnlessKnown(NO_TRANSACTION, versions)) {
      if (!content) {
        read.set(id, known.get(id)?.read);
        continue;
      }
      const task = new ReadTask(content.task, content.files, this.assets);
      this.kept.set(id, { read: task, version, chars: content.chars });
      read.set(id, task);
    }
    return ids.map((id) => ({ status: 'fulfilled', value: read.get(id) }));
  }
}
