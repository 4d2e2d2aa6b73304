import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { type Task, TaskTimelines, type TimelineSource, type TimelineStep } from '#libs/media/work';
import { MediaProviders } from '../choice/media-providers.js';
import type { VendorOrder } from './vendor-order.entity.js';
import { VendorOrdersRepository } from './vendor-orders.repository.js';

/** Orders of a task and the vendors' answers, as steps of its timeline. */
@Injectable()
export class OrderSteps implements TimelineSource, OnModuleInit {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly providers: MediaProviders,
    private readonly timelines: TaskTimelines,
  ) {}

  onModuleInit(): void {
    this.timelines.register(this);
  }

  /** Only work at a vendor is ordered. */
  concerns(task: Task): boolean {
    const provider = this.providers.find(task);
    return provider === undefined || provider.client !== undefined;
  }

  async listSteps(tasks: readonly Task[]): Promise<ReadonlyMap<string, readonly TimelineStep[]>> {
    const orders = await this.orders.listOfTasks(
      NO_TRANSACTION,
      tasks.map(({ id }) => id),
    );
    const byTask = Map.groupBy(orders, ({ taskId }) => taskId);
    return new Map([...byTask].map(([id, ofTask]) => [id, ofTask.flatMap(stepsOf)]));
  }
}

function stepsOf(order: VendorOrder): TimelineStep[] {
  const { attempt, vendor, orderedAt, submittedAt, outcome, polls, firstPollAt, lastPollAt } = order;
  if (!orderedAt) return [];
  const ordered = { at: orderedAt, until: submittedAt, ...(outcome === null ? {} : { outcome }) };
  const polled = { at: firstPollAt ?? orderedAt, until: lastPollAt, count: polls };
  return [
    { step: 'ordered', ...ordered, attempt, vendor },
    ...(polls > 0 ? [{ step: 'polled' as const, ...polled, attempt, vendor }] : []),
  ];
}
