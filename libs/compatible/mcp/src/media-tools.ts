import { Injectable } from '@nestjs/common';
import { isModelKind, TaskStarts } from '#libs/media/providers';
import {
  Quoters,
  QuoteRequest,
  QuotesService,
  type Task,
  TaskChanges,
  TaskKinds,
  TaskPath,
  TaskResponse,
  TasksService,
} from '#libs/media/work';
import { IntField, type Principal, readRequest } from '#libs/platform/http';
import type { Tool, ToolAnswer } from './tool.js';

/** Common proxies and clients give up on a reply after a minute. */
const WAIT_MAX_SECONDS = 50;
const AS_JSON = { convertsText: false };

class GetTaskInput extends TaskPath {
  /** How long to wait for the end. */
  @IntField({ min: 0, max: WAIT_MAX_SECONDS, default: 0 })
  wait_seconds!: number;
}

/** Tools that start tasks, price them, look at them and stop them. */
@Injectable()
export class MediaTools {
  constructor(
    private readonly starts: TaskStarts,
    private readonly quoters: Quoters,
    private readonly quotes: QuotesService,
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly kinds: TaskKinds,
  ) {}

  list(): Tool[] {
    const kinds = this.starts.list().filter(({ kind }) => !isModelKind(kind));
    return [
      ...kinds.map(({ kind }) => this.starting(kind)),
      this.quoting(),
      this.getting(),
      this.canceling(),
    ];
  }

  /** One for each kind of task, called like it: `image_relight`. */
  private starting(kind: string): Tool {
    const { start } = this.starts.require(kind);
    const path = this.quoters.find(kind)?.endpoint ?? '';
    return {
      name: kind.replaceAll('-', '_'),
      operation: { method: 'post', path },
      scope: 'media',
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
      call: async ({ principal, input }) => this.answer(principal, await start(principal, input, AS_JSON)),
    };
  }

  private quoting(): Tool {
    return {
      name: 'quote',
      operation: { method: 'post', path: '/quotes' },
      fields: ['kind', 'body'],
      scope: 'media',
      annotations: { readOnlyHint: true, openWorldHint: false },
      call: ({ principal, input }) => {
        // Kinds as the tools are called are taken, too.
        const kind = typeof input.kind === 'string' ? input.kind.replaceAll('_', '-') : input.kind;
        const request = readRequest(QuoteRequest, { ...input, kind }, AS_JSON);
        return Promise.resolve({ result: this.quotes.quote(principal, request) });
      },
    };
  }

  private getting(): Tool {
    return {
      name: 'get_task',
      operation: { method: 'get', path: '/tasks/{id}' },
      extra: {
        wait_seconds: {
          type: 'integer',
          minimum: 0,
          maximum: WAIT_MAX_SECONDS,
          default: 0,
          description: 'Seconds to wait for its end.',
        },
      },
      scope: 'media',
      annotations: { readOnlyHint: true, openWorldHint: false },
      call: async ({ principal, input, untilEnded }) => {
        const { id, wait_seconds: seconds } = readRequest(GetTaskInput, input, AS_JSON);
        const task = await this.tasks.requireVisible(principal, id);
        if (seconds > 0) await untilEnded(task.id, seconds);
        return this.answer(principal, task);
      },
    };
  }

  private canceling(): Tool {
    return {
      name: 'cancel_task',
      operation: { method: 'post', path: '/tasks/{id}/cancel' },
      scope: 'media',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      call: async ({ principal, input }) => {
        const { id } = readRequest(TaskPath, input, AS_JSON);
        const task = await this.tasks.requireVisible(principal, id);
        return this.answer(principal, await this.changes.cancel(task));
      },
    };
  }

  private async answer(principal: Principal, { id }: Task): Promise<ToolAnswer> {
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id);
    const result = TaskResponse.from(task, this.kinds.require(task.kind).nativeStatus(task.status), outputs);
    const links = result.outputs.map(({ role, url, content_type: mimeType, bytes }) => ({
      type: 'resource_link' as const,
      uri: url,
      name: role,
      mimeType,
      ...(bytes === null ? {} : { size: bytes }),
    }));
    return { result, links };
  }
}
