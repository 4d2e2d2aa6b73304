import { Injectable } from '@nestjs/common';
import type { DeliveryResponse } from './dto/delivery.response.js';
import type { Task } from './task.entity.js';

type DeliverySource = (task: Task) => Promise<DeliveryResponse[]>;

/** What was sent to the callback address of a task, as the module that sends it says. */
@Injectable()
export class TaskDeliveries {
  private source: DeliverySource | undefined;

  register(source: DeliverySource): void {
    this.source = source;
  }

  /** A task without a callback address has none. */
  async of(task: Task): Promise<DeliveryResponse[]> {
    return task.callbackUrl === null ? [] : ((await this.source?.(task)) ?? []);
  }
}
