import { costHeaders, ReplyWithHeaders } from '#libs/platform/http';
import { chargedCredits, type Task } from './task.entity.js';

/** A reply about a task: a body, with the headers of the task. */
export class TaskReply<Body> extends ReplyWithHeaders<Body> {
  constructor(
    readonly task: Task,
    body: Body,
  ) {
    super(taskHeaders(task), body);
  }
}

export function taskHeaders(task: Task): Record<string, string> {
  return costHeaders(chargedCredits(task), task.estimatedSeconds);
}
