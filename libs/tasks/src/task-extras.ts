import { Injectable } from '@nestjs/common';
import type { Task } from './task.entity.js';

type Source = (task: Task) => Promise<unknown>;

/** What modules above add to the picture of one task, such as its webhook deliveries. */
@Injectable()
export class TaskExtras {
  private readonly sources = new Map<string, Source>();

  /** Adds a field to the answer of `GET /tasks/{id}`. */
  contribute(field: string, source: Source): void {
    this.sources.set(field, source);
  }

  /** All fields for one task. */
  async collect(task: Task): Promise<Record<string, unknown>> {
    const entries = [...this.sources].map(async ([field, source]) => [field, await source(task)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }
}
