import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { type Task, TaskChanges } from '#libs/media/work';
import type { MediaProvider } from '../choice/media-provider.js';
import type { VendorOrder } from './vendor-order.entity.js';
import { VendorOrdersRepository } from './vendor-orders.repository.js';

@Injectable()
export class OrderResumption {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly tasks: TaskChanges,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Puts the task of the order back in work, with a job that polls the order.
   * @param seconds The time that it gets from now on.
   * @param vendorId The vendor's id for it, if it was only just found.
   * @throws TaskNotUncertain
   */
  async resume(
    scope: TransactionScope,
    order: VendorOrder,
    { job }: MediaProvider,
    seconds: number,
    vendorId?: string,
  ): Promise<Task> {
    if (vendorId !== undefined) await this.orders.setSubmitted(scope, order, vendorId);
    await this.orders.extend(scope, order, seconds);
    const task = await this.tasks.resume(scope, order.taskId);
    await this.queue.enqueue(scope, job, { taskId: task.id });
    return task;
  }
}
