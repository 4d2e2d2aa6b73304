import type { AssetsService } from '#libs/media/assets';
import type { ReplyWithHeaders } from '#libs/platform/http';
import { linkedOutputs } from './linked-outputs.js';
import type { Task } from './task.entity.js';
import type { LinkedOutput, OutputFile } from './task-kinds.js';

/** What is answered about a task and its outputs. Give the same function each time, as what it made is kept by it. */
export type TaskForm<Body> = (task: Task, outputs: readonly LinkedOutput[]) => ReplyWithHeaders<Body>;

type Shown = {
  linksEndMs: number;
  outputs: readonly LinkedOutput[];
  replies: Map<TaskForm<unknown>, ReplyWithHeaders<unknown>>;
};

/** A task as it was read, with what callers are shown of it; that is made once, until links made now would end later. */
export class ReadTask {
  private shown: Shown | undefined;

  constructor(
    readonly task: Task,
    private readonly files: readonly OutputFile[],
    private readonly assets: AssetsService,
  ) {}

  /** With fresh links. */
  get outputs(): readonly LinkedOutput[] {
    return this.current().outputs;
  }

  /** The reply of this form. */
  reply<Body>(form: TaskForm<Body>): ReplyWithHeaders<Body> {
    const { outputs, replies } = this.current();
    const reply = replies.get(form) ?? form(this.task, outputs);
    replies.set(form, reply);
    return reply as ReplyWithHeaders<Body>;
  }

  private current(): Shown {
    const linksEnd = this.assets.linkExpiry();
    const linksEndMs = linksEnd.getTime();
    if (this.shown?.linksEndMs !== linksEndMs) {
      const outputs = linkedOutputs(this.assets, this.task, this.files, linksEnd);
      this.shown = { linksEndMs, outputs, replies: new Map() };
    }
    return this.shown;
  }
}
