import { Injectable } from '@nestjs/common';
import type { Task } from '#libs/media/work';
import type { Principal } from '#libs/platform/http';

/** What a task is to be made from: the fields of the endpoint of its kind. */
export type TaskFields = Readonly<Record<string, unknown>>;

export type TaskStart = {
  kind: string;
  /** The models of ours that its field `model` takes; none when it has no such field. */
  models?: readonly string[];
  /** The field for the address that is called on every status change; absent for kinds without one. */
  callbackField?: string;
  /**
   * @param options Whether texts stand for values of other types, as in forms.
   * @throws InvalidRequest, and as \`MediaTasks.start\`.
   */
  start(principal: Principal, fields: TaskFields, options: { convertsText: boolean }): Promise<Task>;
};

/** Starts tasks of any kind, for APIs other than those of their areas. Each area registers its kinds. */
@Injectable()
export class TaskStarts {
  private readonly starts = new Map<string, TaskStart>();

  register(start: TaskStart): void {
    this.starts.set(start.kind, start);
  }

  list(): TaskStart[] {
    return [...this.starts.values()];
  }

  require(kind: string): TaskStart {
    const start = this.starts.get(kind);
    if (!start) throw new Error(`Tasks of the kind ${kind} cannot be started by their fields`);
    return start;
  }
}
