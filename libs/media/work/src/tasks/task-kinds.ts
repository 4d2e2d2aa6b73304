import { Injectable } from '@nestjs/common';
import type { Asset } from '#libs/media/assets';
import type { Task } from './task.entity.js';
import type { TaskStatus } from './task-status.js';

/** An output of a task with a valid link. */
export type LinkedOutput = { role: string; url: string; expiresAt: Date; asset: OutputFile };

export type OutputFile = Pick<
  Asset,
  'id' | 'extension' | 'contentType' | 'bytes' | 'sha256' | 'hasCredentials' | 'sourceType'
>;

/** How tasks of one kind appear to callers; registered by the module that owns the kind. */
export type TaskKind = {
  name: string;
  /** Set when it makes sound that `GET /tasks/{id}/audio` plays while it is made. */
  isAudible?: boolean;
  /** The area's name for a status, such as `IN_PROGRESS`. */
  nativeStatus(status: TaskStatus): string;
  /** The body of a webhook about the task in its present state. */
  notification(task: Task, outputs: readonly LinkedOutput[]): object;
};

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
