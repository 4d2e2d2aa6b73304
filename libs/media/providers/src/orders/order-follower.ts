import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { JobQueue } from '#libs/platform/queue';
import { isTerminal, type Task, TaskChanges, TasksService, TaskStatusChanged } from '#libs/media/work';
import type { MediaProvider } from '../choice/media-provider.js';
import { MediaProviders } from '../choice/media-providers.js';
import { isVendorFailure } from '../upstream/upstream-failure.js';
import { askState, type VendorTask } from '../choice/vendor-task.js';
import { OrderEnds } from './order-ends.js';
import { canLookUp, lookUp } from './order-lookup.js';
import { OrderResumption } from './order-resumption.js';
import type { VendorOrder } from './vendor-order.entity.js';
import { VendorOrdersRepository } from './vendor-orders.repository.js';

/** Orders looked at together, and concurrent calls to vendors. */
const BATCH = 50;
const AT_A_TIME = 5;
const MIN_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 60 * 60;
/** The pause between two looks grows by this share of the order's age. */
const PAUSE_GROWTH = 0.1;
/** A submission that has not been answered by then never will be. */
const ON_ITS_WAY_MS = 15 * 60_000;
/** This long after the deadline of an order, the job of its task counts as lost. */
const JOB_IS_LOST_MS = 15 * 60_000;
/** This long after its deadline, an order is given up. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

/** An order with what is needed to poll it; `vendor` is missing where it cannot be polled. */
type Followed = {
  order: VendorOrder;
  task: Task;
  provider: MediaProvider | undefined;
  vendor: VendorTask | undefined;
};

/**
 * Follows orders that the job of their task no longer follows, until their outcome is known: orders of tasks that
 * were canceled or took too long, for their cost; orders of uncertain tasks, which resume as soon as the vendor can
 * answer; and orders that should have ended long ago.
 */
@Injectable()
export class OrderFollower implements OnModuleInit {
  private readonly logger = new Logger(OrderFollower.name);

  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ends: OrderEnds,
    private readonly resumption: OrderResumption,
    private readonly providers: MediaProviders,
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, async ({ task: { id, status } }, scope) => {
      if (status === 'failed' || status === 'canceled' || status === 'uncertain')
        await this.orders.leave(scope, id, status === 'uncertain');
    });
  }

  async followDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.orders.claimDue(NO_TRANSACTION, BATCH);
      for (let start = 0; start < due.length && !signal.aborted; start += AT_A_TIME)
        await Promise.all(due.slice(start, start + AT_A_TIME).map((order) => this.follow(order, signal)));
      if (due.length < BATCH || signal.aborted) return;
    }
  }

  private async follow(order: VendorOrder, signal: AbortSignal): Promise<void> {
    try {
      const followed = await this.load(order);
      const isDone = followed === undefined || (await this.look(followed, signal));
      if (!isDone) await this.orders.checkAgain(NO_TRANSACTION, order, pauseSeconds(order));
    } catch (error) {
      // It is claimed for a while, then due again. A vendor's outage is counted where it is called.
      if (!isVendorFailure(error))
        this.logger.warn({ err: error, taskId: order.taskId }, 'An order could not be followed');
      await this.orders.checkAgain(NO_TRANSACTION, order, pauseSeconds(order)).catch(() => undefined);
    }
  }

  private async load(order: VendorOrder): Promise<Followed | undefined> {
    const task = await this.tasks.findEvenDeleted(order.taskId);
    if (!task) return undefined;
    const provider = this.providers.find({ kind: order.kind, provider: order.vendor });
    return { order, task, provider, vendor: provider?.vendorTask?.(task) };
  }

  /** @returns Whether the order needs no further look. */
  private async look(followed: Followed, signal: AbortSignal): Promise<boolean> {
    const { order, task } = followed;
    const isTooOld = Date.now() - order.deadlineAt.getTime() > GIVE_UP_MS;
    if (task.status === 'uncertain')
      return isTooOld ? this.leaveToAdmins(order) : this.askForTask(followed, signal);
    if (!isTerminal(task.status)) return this.wakeJob(followed);
    if (isTooOld) return this.giveUp(order);
    return order.vendorId === null
      ? this.askForOrder(followed, signal)
      : this.poll(order.vendorId, followed, signal);
  }

  /** The job of a running task follows the order itself. If that job is lost, another one is harmless. */
  private async wakeJob({ order, task, provider }: Followed): Promise<boolean> {
    if (provider && order.deadlineAt.getTime() + JOB_IS_LOST_MS < Date.now())
      await this.queue.enqueue(NO_TRANSACTION, provider.job, { taskId: task.id });
    return false;
  }

  private async askForTask({ order, provider, vendor }: Followed, signal: AbortSignal): Promise<boolean> {
    if (!provider?.client) return false;
    const { isIdempotent, deadlineSeconds } = provider.client.options;
    const seconds = vendor?.deadlineSeconds ?? deadlineSeconds;
    // Its job submits again under the same key.
    if (isIdempotent || order.vendorId !== null) {
      await this.resume(order, provider, seconds);
      return true;
    }
    if (!vendor || !canLookUp(order, vendor)) return this.leaveToAdmins(order);
    const found = await lookUp(order, vendor, signal);
    if (found.kind === 'unknown') return false;
    if (found.kind === 'taken') await this.resume(order, provider, seconds, found.vendorId);
    else await this.failNotTaken(order);
    return true;
  }

  /** Resumes an uncertain task. @param vendorId The vendor's id for it, if it was only just found. */
  private async resume(
    order: VendorOrder,
    provider: MediaProvider,
    seconds: number,
    vendorId?: string,
  ): Promise<void> {
    await this.transactions.run((scope) => this.resumption.resume(scope, order, provider, seconds, vendorId));
  }

  /** The task's time is over, and the vendor never accepted its order. */
  private async failNotTaken(order: VendorOrder): Promise<void> {
    await this.transactions.run(async (scope) => {
      await this.ends.end(scope, order, 'not_taken');
      await this.changes.failUncertain(scope, order.taskId, NOT_TAKEN);
    });
  }

  private async askForOrder(
    { order, task, provider, vendor }: Followed,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!vendor || !canLookUp(order, vendor))
      return Date.now() - (order.orderedAt?.getTime() ?? 0) > ON_ITS_WAY_MS && this.giveUp(order);
    const found = await lookUp(order, vendor, signal);
    if (found.kind === 'taken') {
      await this.orders.setSubmitted(NO_TRANSACTION, order, found.vendorId);
      if (task.status === 'canceled') await provider?.stop?.(task);
    }
    if (found.kind !== 'not_taken') return false;
    await this.transactions.run((scope) => this.ends.end(scope, order, 'not_taken'));
    return true;
  }

  private async poll(vendorId: string, { order, vendor }: Followed, signal: AbortSignal): Promise<boolean> {
    if (!vendor) return false;
    const state = await askState(vendor, vendorId, order, signal);
    if (state.kind === 'running') return false;
    const { kind, credits } = state;
    if (kind === 'succeeded') await this.ends.succeed(order, vendor.costOf(credits));
    else await this.ends.fail(order, credits && vendor.costOf(credits));
    return true;
  }

  /** The outcome cannot be found out any more. */
  private async giveUp(order: VendorOrder): Promise<boolean> {
    await this.transactions.run((scope) => this.ends.end(scope, order, 'unknown'));
    return true;
  }

  private async leaveToAdmins(order: VendorOrder): Promise<boolean> {
    await this.orders.checkAgain(NO_TRANSACTION, order, null);
    return true;
  }
}

const NOT_TAKEN = {
  errorCode: 'upstream_timeout',
  errorMessage: 'The provider did not take the work in time.',
};

function pauseSeconds({ createdAt }: VendorOrder): number {
  const age = (Date.now() - createdAt.getTime()) / 1_000;
  return Math.min(MAX_PAUSE_SECONDS, Math.max(MIN_PAUSE_SECONDS, age * PAUSE_GROWTH));
}
