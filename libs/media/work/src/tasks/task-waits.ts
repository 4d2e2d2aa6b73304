import { applyDecorators, Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiReplyHeaders, callerOf, currentRequest, OpenStreams, preferredWait } from '#libs/platform/http';
import { FollowedTasks } from './followed-tasks.js';
import { TaskReply } from './task-reply.js';
import { isTerminal } from './task-status.js';
import { TasksService, type TaskWithOutputs } from './tasks.service.js';

/** Common proxies give up on a reply after a minute. */
const MOST_SECONDS = 60;

/** Documents `Prefer: wait` at a route that obeys `TaskWaits.asPreferred`. */
export const ApiWait = () =>
  applyDecorators(
    ApiHeader({
      name: 'Prefer',
      required: false,
      description: `\`wait=30\` waits up to 30 seconds for the end of the task (RFC 7240). If it ends in time, the reply shows it as its look-up does, and has \`Preference-Applied\`; otherwise it is the usual one. At most ${MOST_SECONDS} seconds, which a plain \`wait\` asks for.`,
      schema: { type: 'string' },
    }),
    ApiReplyHeaders('Preference-Applied'),
  );

/** Waiting for the end of a task within one request. However many wait, they cost the database nothing meanwhile. */
@Injectable()
export class TaskWaits {
  constructor(
    private readonly tasks: TasksService,
    private readonly followed: FollowedTasks,
    private readonly open: OpenStreams,
  ) {}

  /**
   * Waits until the task has ended, at most `seconds`, and no longer than until `signal` aborts. It checks no access.
   * Waiting callers hold connections: `OpenStreams` counts them, and gives the signal.
   * @returns The task as it ended; undefined when it has not, or no longer exists.
   */
  async untilEnded(
    taskId: string,
    seconds: number,
    signal: AbortSignal,
  ): Promise<TaskWithOutputs | undefined> {
    const wait = new AbortController();
    const stop = (): void => wait.abort();
    const timer = setTimeout(stop, seconds * 1_000);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await this.followed.untilEnded(taskId, wait.signal);
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    const found = await this.tasks.findWithOutputs(taskId);
    return found && isTerminal(found.task.status) ? found : undefined;
  }

  /**
   * The reply to the request that started a task: `created`, or, when the caller prefers to wait and the task ends in time,
   * that with the body that `ended` makes. Without a free place among the open streams nothing is waited for.
   */
  async asPreferred<Body>(
    created: TaskReply<Body>,
    ended: (task: TaskWithOutputs) => Body | Promise<Body>,
  ): Promise<TaskReply<Body>> {
    const response = currentRequest()?.response;
    const seconds = preferredWait(response?.req.get('prefer'), MOST_SECONDS);
    if (!response || seconds === undefined) return created;
    const signal = this.open.takeIfFree(response.req, callerOf(response.req), response);
    const found = signal && (await this.untilEnded(created.task.id, seconds, signal));
    if (!found) return created;
    response.setHeader('Preference-Applied', `wait=${seconds}`);
    return new TaskReply(found.task, await ended(found));
  }
}
