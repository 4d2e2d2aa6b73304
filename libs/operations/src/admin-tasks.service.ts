import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { UsersService } from '#libs/accounts/users';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { OrderResolutions, type Resolution, type VendorOrder } from '#libs/media/providers';
import {
  type AllTasksFilter,
  type Task,
  TaskLog,
  type TaskLogLine,
  TaskNotFound,
  TasksService,
} from '#libs/media/work';

/** A task with what only admins see of it. */
export type AdminTask = { task: Task; userName: string | null; orders: readonly VendorOrder[] };
export type LoggedTask = AdminTask & { log: readonly TaskLogLine[] };

/** The tasks of all users, and what admins do with uncertain ones. */
@Injectable()
export class AdminTasksService {
  constructor(
    private readonly tasks: TasksService,
    private readonly users: UsersService,
    private readonly log: TaskLog,
    private readonly resolutions: OrderResolutions,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first. */
  async list(filter: AllTasksFilter): Promise<AdminTask[]> {
    return this.shown(await this.tasks.listAll(filter));
  }

  /**
   * The task, even if it was deleted.
   * @throws TaskNotFound
   */
  async require(id: string): Promise<LoggedTask> {
    const task = await this.tasks.findEvenDeleted(id);
    if (!task) throw new TaskNotFound();
    const [[shown], log] = await Promise.all([this.shown([task]), this.log.linesOf(id)]);
    return { task, userName: null, orders: [], ...shown, log };
  }

  /** @throws TaskNotFound, TaskNotUncertain, OrderNotFetched */
  async resolve(
    principal: Principal,
    taskId: string,
    resolution: Resolution,
    reason: string,
  ): Promise<AdminTask> {
    if (!(await this.tasks.find(taskId))) throw new TaskNotFound();
    const task = await this.transactions.run(async (scope) => {
      const resolved = await this.resolutions.resolve(scope, taskId, resolution);
      await this.audit.record(scope, principal, 'task.resolve', taskId, {
        reason,
        before: { status: 'uncertain' },
        after: { status: resolved.status, ...foundOut(resolution) },
      });
      return resolved;
    });
    const [shown] = await this.shown([task]);
    return shown ?? { task, userName: null, orders: [] };
  }

  private async shown(tasks: readonly Task[]): Promise<AdminTask[]> {
    const [orders, names] = await Promise.all([
      this.resolutions.listOrders(tasks),
      this.users.namesOf(tasks.map(({ userId }) => userId)),
    ]);
    return tasks.map((task) => ({
      task,
      userName: names.get(task.userId ?? '') ?? null,
      orders: orders.get(task.id) ?? [],
    }));
  }
}

function foundOut(resolution: Resolution): Record<string, unknown> {
  switch (resolution.kind) {
    case 'found':
      return { outcome: 'ran', vendor_id: resolution.vendorId };
    case 'lost':
      return { outcome: 'ran', cost: resolution.credits };
    case 'not_taken':
      return { outcome: 'did_not_run' };
  }
}
