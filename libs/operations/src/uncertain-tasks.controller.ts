import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, cursorPage, type Principal } from '#libs/platform/http';
import { OrderNotFetched, type Resolution } from '#libs/media/providers';
import { TaskNotFound, TaskNotUncertain } from '#libs/media/work';
import { AdminTaskPath, ListAdminTasksQuery, ResolveTaskRequest } from './dto/uncertain-task.request.js';
import { AdminTaskListResponse, AdminTaskResponse } from './dto/uncertain-task.response.js';
import { UncertainTasksService } from './uncertain-tasks.service.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/tasks')
export class UncertainTasksController {
  constructor(private readonly tasks: UncertainTasksService) {}

  /** The uncertain tasks of all users, newest first: it is unknown whether a vendor did their work. */
  @Get()
  async listAdminTasks(@Query() { cursor, limit }: ListAdminTasksQuery): Promise<AdminTaskListResponse> {
    const listed = await this.tasks.list({ beforeId: cursor, limit: limit + 1 });
    const { rows, ...next } = cursorPage(listed, limit, ({ task }) => task.id);
    return { tasks: rows.map(({ task, orders }) => AdminTaskResponse.from(task, orders)), ...next };
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
    const { task, orders } = await this.tasks.resolve(principal, id, resolutionOf(body), body.reason);
    return AdminTaskResponse.from(task, orders);
  }
}

function resolutionOf({ outcome, vendor_id: vendorId, cost: credits = 0 }: ResolveTaskRequest): Resolution {
  if (outcome === 'did_not_run') return { kind: 'not_taken' };
  return vendorId === undefined ? { kind: 'lost', credits } : { kind: 'found', vendorId };
}
