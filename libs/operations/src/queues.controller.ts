import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, cursorPage, type Principal } from '#libs/platform/http';
import {
  JobPath,
  ListJobsQuery,
  PauseQueueRequest,
  QueuePath,
  RetryJobsRequest,
} from './dto/queue.request.js';
import {
  JobListResponse,
  JobResponse,
  QueueListResponse,
  QueueResponse,
  RetriedJobsResponse,
} from './dto/queue.response.js';
import { fromCursor, toCursor } from './job-cursor.js';
import { JobActive, JobNotFound, QueueNotFound } from './operations.errors.js';
import { QueueAdminService } from './queue-admin.service.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/queues')
export class QueuesController {
  constructor(private readonly queues: QueueAdminService) {}

  /** The queues of all processes, with the number of waiting, running, failed and dead jobs. */
  @Get()
  async listQueues(): Promise<QueueListResponse> {
    return { queues: (await this.queues.list()).map((queue) => QueueResponse.from(queue)) };
  }

  /** The jobs of a queue in one state, with the reason of their failure. */
  @Get(':queue/jobs')
  @ApiErrors(QueueNotFound)
  async listJobs(@Param() { queue }: QueuePath, @Query() query: ListJobsQuery): Promise<JobListResponse> {
    const { state, cursor, limit } = query;
    const after = fromCursor(state, cursor);
    const listed = await this.queues.listJobs(queue, { state, after, limit: limit + 1 });
    const { rows, ...next } = cursorPage(listed, limit, ({ place }) => toCursor(state, place));
    return { jobs: rows.map((job) => JobResponse.from(job)), ...next };
  }

  /** Pauses a queue: no process starts its jobs until it is resumed. Running jobs continue, and new ones wait. */
  @Post(':queue/pause')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The queue is paused.' })
  @ApiErrors(QueueNotFound)
  async pauseQueue(
    @CurrentPrincipal() principal: Principal,
    @Param() { queue }: QueuePath,
    @Body() { reason }: PauseQueueRequest,
  ): Promise<void> {
    await this.queues.setPaused(principal, queue, true, reason);
  }

  /** Resumes a paused queue. */
  @Post(':queue/resume')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The queue is resumed.' })
  @ApiErrors(QueueNotFound)
  async resumeQueue(
    @CurrentPrincipal() principal: Principal,
    @Param() { queue }: QueuePath,
    @Body() { reason }: PauseQueueRequest,
  ): Promise<void> {
    await this.queues.setPaused(principal, queue, false, reason);
  }

  /** Retries all failed or all dead jobs of a queue, up to 10,000 per call. */
  @Post(':queue/retry')
  @HttpCode(200)
  @ApiErrors(QueueNotFound)
  async retryJobs(
    @CurrentPrincipal() principal: Principal,
    @Param() { queue }: QueuePath,
    @Body() { state }: RetryJobsRequest,
  ): Promise<RetriedJobsResponse> {
    const { retried, hasMore } = await this.queues.retryAll(principal, queue, state);
    return { retried, has_more: hasMore };
  }

  /**
   * Retries a job: a waiting one runs now, a dead one starts over with all its attempts. What was given up when it
   * died, such as its task, remains so.
   */
  @Post(':queue/jobs/:jobId/retry')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The job is due now.' })
  @ApiErrors(QueueNotFound, JobNotFound, JobActive)
  async retryJob(
    @CurrentPrincipal() principal: Principal,
    @Param() { queue, jobId }: JobPath,
  ): Promise<void> {
    await this.queues.retry(principal, queue, jobId);
  }

  /**
   * Drops a job. A waiting one dies as if its attempts were used up, so that its purpose is given up: its task fails.
   * A dead one is removed from the list.
   */
  @Delete(':queue/jobs/:jobId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The job will not run.' })
  @ApiErrors(QueueNotFound, JobNotFound, JobActive)
  async dropJob(@CurrentPrincipal() principal: Principal, @Param() { queue, jobId }: JobPath): Promise<void> {
    await this.queues.drop(principal, queue, jobId);
  }
}
