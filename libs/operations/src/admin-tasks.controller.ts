import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, cursorPage, type Principal } from '#libs/platform/http';
import { OrderNotFetched, type Resolution } from '#libs/media/providers';
import { TaskNotFound, TaskNotUncertain } from '#libs/media/work';
import { AdminTasksService } from './admin-tasks.service.js';
import { AdminTaskPath, ListAdminTasksQuery, ResolveTaskRequest } from './dto/admin-task.request.js';
import {
  AdminTaskDetailsResponse,
  AdminTaskListResponse,
  AdminTaskResponse,
} from './dto/admin-task.response.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/tasks')
export class AdminTasksController {
  constructor(private readonly tasks: AdminTasksService) {}

  /**
   * Tasks of all users, newest first: those that match every filter. Without `status` only the uncertain ones, of which it is
   * unknown whether a vendor did their work.
   */
  @Get()
  async listAdminTasks(
    @Query() { cursor, limit, ...query }: ListAdminTasksQuery,
  ): Promise<AdminTaskListResponse> {
    const listed = await this.tasks.list({
      userId: query.user_id,
      kind: query.kind,
      provider: query.vendor,
      status: query.status === 'any' ? undefined : query.status,
      errorCode: query.error_code,
      creditsMin: query.credits_min,
      createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
      createdBefore: query.created_before === undefined ? undefined : new Date(query.created_before),
      beforeId: cursor,
      limit: limit + 1,
    });
    const { rows, ...next } = cursorPage(listed, limit, ({ task }) => task.id);
    return { tasks: rows.map((row) => AdminTaskResponse.from(row)), ...next };
  }

  /**
   * What `GET /tasks/{id}` does not show of a task: its user, its orders from vendors, and what was logged about it. Also of
   * deleted tasks.
   */
  @Get(':id')
  @ApiErrors(TaskNotFound)
  async getAdminTask(@Param() { id }: AdminTaskPath): Promise<AdminTaskDetailsResponse> {
    return AdminTaskDetailsResponse.of(await this.tasks.require(id));
  }

  /**
   * Resolves an uncertain task. Either its work ran: then its result is fetched by the vendor's id, or is lost at a
   * stated cost. Or it did not run. If it is lost or did not run, the task fails and costs its caller nothing.
   */
  @Post(':id/resolve')
  @HttpCode(200)
  @ApiErrors(TaskNotFound, TaskNotUncertain, OrderNotFetched)
  async resolveTask(
    @CurrentPrincipal() principal: Principal,
    @Param() { id }: AdminTaskPath,
    @Body() body: ResolveTaskRequest,
  ): Promise<AdminTaskResponse> {
    return AdminTaskResponse.from(await this.tasks.resolve(principal, id, resolutionOf(body), body.reason));
  }
}

function resolutionOf({ outcome, vendor_id: vendorId, cost: credits = 0 }: ResolveTaskRequest): Resolution {
  if (outcome === 'did_not_run') return { kind: 'not_taken' };
  return vendorId === undefined ? { kind: 'lost', credits } : { kind: 'found', vendorId };
}
