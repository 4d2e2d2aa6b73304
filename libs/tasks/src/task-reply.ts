import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ApiTaskHeaders, costHeaders } from '#libs/platform/http';
import { chargedCredits } from './charged-credits.js';
import type { Task } from './task.entity.js';

/** What is answered about a task. */
export class TaskReply<Body> {
  constructor(
    readonly task: Task,
    readonly body: Body,
  ) {}
}

/** What every reply about the task says in its headers. */
export function taskHeaders(task: Task): Record<string, string> {
  return costHeaders(chargedCredits(task), task.estimatedSeconds);
}

class TaskReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((reply: unknown) => {
        if (!(reply instanceof TaskReply)) return reply;
        response.set(taskHeaders(reply.task));
        return reply.body as unknown;
      }),
    );
  }
}

/** For controllers whose handlers return a `TaskReply`: sends its body, with the headers of its task. */
export const RepliesWithTask = () => applyDecorators(ApiTaskHeaders(), UseInterceptors(TaskReplyInterceptor));
