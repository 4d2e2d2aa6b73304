import { Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  refs,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiErrors,
  CurrentPrincipal,
  cursorPage,
  invalidFields,
  OpenStreams,
  type Principal,
  PrivatelyCached,
  Public,
  RequireScope,
  sendChunk,
} from '#libs/platform/http';
import { LinkProof } from '#libs/platform/signing';
import { ListTasksQuery, TaskPath } from './dto/task.request.js';
import { TaskListResponse, TaskProgressEvent, TaskResponse, TaskStatusEvent } from './dto/task.response.js';
import { TaskChanges } from './task-changes.js';
import { TaskEnded, TaskExpired, TaskLinkInvalid, TaskNotFound, TaskUncertain } from './task.errors.js';
import { TaskKinds } from './task-kinds.js';
import { TaskLinks } from './task-links.js';
import type { Task } from './task.entity.js';
import { TaskStream } from './task-stream.js';
import { TasksService } from './tasks.service.js';

@ApiTags('Tasks')
@ApiExtraModels(TaskStatusEvent, TaskProgressEvent)
@Controller('tasks')
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly kinds: TaskKinds,
    private readonly stream: TaskStream,
    private readonly links: TaskLinks,
    private readonly open: OpenStreams,
  ) {}

  /** The caller's own tasks of all areas, newest first. */
  @Get()
  @RequireScope('media')
  @PrivatelyCached()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListTasksQuery,
  ): Promise<TaskListResponse> {
    const names = this.kinds.names();
    if (query.kind !== undefined && !names.includes(query.kind)) {
      throw invalidFields([`kind must be one of ${names.join(', ')}`]);
    }
    const tasks = await this.tasks.list({
      userId: principal.userId,
      kind: query.kind,
      status: query.status,
      createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
      beforeId: query.cursor,
      limit: query.limit + 1,
    });
    const { rows, ...next } = cursorPage(tasks, query.limit, ({ id }) => id);
    return { tasks: await this.responses(rows), ...next };
  }

  /**
   * Status changes as server-sent events, from the first one or from the one after `Last-Event-ID`, until the task
   * ends. Between them, `progress` events report the progress. When nothing is left to send, the answer is 204. The
   * link `events_url` of a task opens them without a token.
   */
  @Get(':id/events')
  @Public()
  @ApiOkResponse({
    description:
      'A stream of events: `status`, whose id is for `Last-Event-ID`, and `progress`. This is their data.',
    content: { 'text/event-stream': { schema: { oneOf: refs(TaskStatusEvent, TaskProgressEvent) } } },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description: 'Id of the last event received; a browser sends it when it reconnects.',
    required: false,
    schema: { type: 'string' },
  })
  @ApiNoContentResponse({ description: 'The task has ended, and its last event was received.' })
  @ApiErrors(TaskNotFound, TaskExpired, TaskLinkInvalid)
  async streamTaskEvents(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
    @Query() proof: LinkProof,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const task = await this.links.requireReadable('events', principal, { id, proof });
    const afterSeq = lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1;
    if (await this.stream.isOver(task, afterSeq)) {
      // An EventSource reconnects whenever a stream ends; 204 stops it.
      response.status(204).end();
      return;
    }
    const signal = this.open.take(request, principal, response);
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    for await (const chunk of this.stream.follow(task, afterSeq, signal)) {
      await sendChunk(response, chunk);
    }
    response.end();
  }

  /** Cancels a task that has not ended. It then costs nothing. */
  @Post(':id/cancel')
  @Public()
  @HttpCode(200)
  @ApiErrors(TaskNotFound, TaskExpired, TaskEnded, TaskUncertain)
  async cancel(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<TaskResponse> {
    const task = await this.tasks.requireVisible(principal, id);
    return this.response(await this.changes.cancel(task));
  }

  /** Removes a task with its files; one that has not ended is canceled first. */
  @Delete(':id')
  @Public()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The task was removed.' })
  @ApiErrors(TaskNotFound, TaskUncertain)
  async delete(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<void> {
    const { task } = await this.tasks.requireVisibleWithOutputs(principal, id);
    await this.changes.delete(task);
  }

  private async response(task: Task): Promise<TaskResponse> {
    const [response] = await this.responses([task]);
    if (!response) throw new TaskNotFound();
    return response;
  }

  private async responses(tasks: readonly Task[]): Promise<TaskResponse[]> {
    const outputs = await this.tasks.outputsOf(tasks);
    return tasks.map((task) => {
      const { status, kind } = task;
      return TaskResponse.from(
        task,
        this.kinds.require(kind).nativeStatus(status),
        outputs.get(task.id) ?? [],
      );
    });
  }
}
