import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { OrderResolutions, type Resolution, type VendorOrder } from '#libs/media/providers';
import { type Task, TaskNotFound, TasksService } from '#libs/media/work';

export type OrderedTask = { task: Task; orders: readonly VendorOrder[] };

@Injectable()
export class UncertainTasksService {
  constructor(
    private readonly tasks: TasksService,
    private readonly resolutions: OrderResolutions,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first. */
  async list(page: { beforeId: string | undefined; limit: number }): Promise<OrderedTask[]> {
    return this.withOrders(await this.tasks.listUncertain(page));
  }

  /** @throws TaskNotFound, TaskNotUncertain, OrderNotFetched */
  async resolve(
    principal: Principal,
    taskId: string,
    resolution: Resolution,
    reason: string,
  ): Promise<OrderedTask> {
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
    const [ordered] = await this.withOrders([task]);
    return ordered ?? { task, orders: [] };
  }

  private async withOrders(tasks: readonly Task[]): Promise<OrderedTask[]> {
    const orders = await this.resolutions.listOrders(tasks);
    return tasks.map((task) => ({ task, orders: orders.get(task.id) ?? [] }));
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
