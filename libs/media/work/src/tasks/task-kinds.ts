import { Injectable } from '@nestjs/common';
import type { Asset } from '#libs/media/assets';
import type { Task } from './task.entity.js';
import type { TaskStatus } from './task-status.js';

/** A task's output together with a link that works now. */
export type LinkedOutput = { role: string; url: string; expiresAt: Date; asset: OutputFile };

/** What is shown of the file of an output. */
export type OutputFile = Pick<
  Asset,
  'id' | 'extension' | 'contentType' | 'bytes' | 'sha256' | 'hasCredentials' | 'sourceType'
>;

/** How one kind of task speaks to its callers; registered by the module that owns the kind. */
export type TaskKind = {
  name: string;
  /** The area's own word for a status, such as `IN_PROGRESS`. */
  nativeStatus(status: TaskStatus): string;
  /** The body of a webhook about the task as it is now. */
  notification(task: Task, outputs: readonly LinkedOutput[]): object;
};

/** The kinds of tasks that this service knows. */
@Injectable()
export class TaskKinds {
  private readonly kinds = new Map<string, TaskKind>();

  /** @throws Error when the name is taken. */
  register(kind: TaskKind): void {
    if (this.kinds.has(kind.name)) throw new Error(`The task kind ${kind.name} is registered twice`);
    this.kinds.set(kind.name, kind);
  }

  /** @throws Error when no module owns the kind. */
  require(name: string): TaskKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`No module owns the task kind ${name}`);
    return kind;
  }

  names(): string[] {
    return [...this.kinds.keys()].sort();
  }
}
