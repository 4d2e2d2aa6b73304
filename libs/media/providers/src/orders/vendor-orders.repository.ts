import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { Task } from '#libs/media/work';
import type { OrderOutcome, OrderState, VendorOrder } from './vendor-order.entity.js';

export type OrderKey = Pick<VendorOrder, 'taskId' | 'attempt'>;
export type BilledOrder = { reference: string; taskId: string; credits: number };
export type OrderedTask = Pick<Task, 'id' | 'kind' | 'provider'>;

/** When a new order is first looked at: its task may have been canceled just before it was recorded. */
const FIRST_LOOK_MS = 60_000;
/** How long an order that one process looks at is left alone by others. */
const CLAIM_MS = 5 * 60_000;

@Injectable()
export class VendorOrdersRepository extends Repository {
  /**
   * The current order of the task: its last attempt, or a new waiting one if there is none or a vendor certainly did
   * not accept the last one.
   * @param deadlineSeconds Time until the result must be there; further attempts keep the deadline of the first.
   */
  async open(scope: StatementScope, task: OrderedTask, deadlineSeconds: number): Promise<VendorOrder> {
    const last = await this.find(scope, task.id);
    if (last && last.outcome !== 'not_taken') return last;
    await this.insert(scope, task, deadlineSeconds, { attempt: (last?.attempt ?? 0) + 1, state: 'waiting' });
    const order = await this.find(scope, task.id);
    if (!order) throw new Error(`The order of task ${task.id} is gone`);
    return order;
  }

  /** Records that the first submission of the task is about to be sent. */
  async insertIntended(
    scope: TransactionScope,
    task: OrderedTask,
    deadlineSeconds: number,
    key: string,
  ): Promise<void> {
    await this.insert(scope, task, deadlineSeconds, { attempt: 1, state: 'intended', key });
  }

  async find(scope: StatementScope, taskId: string): Promise<VendorOrder | undefined> {
    return this.row<VendorOrder>(
      scope,
      'select * from vendor_orders where task_id = $1 order by attempt desc limit 1',
      [taskId],
    );
  }

  /** Locks the last attempt of the task. */
  async lock(scope: TransactionScope, taskId: string): Promise<VendorOrder | undefined> {
    return this.row<VendorOrder>(
      scope,
      'select * from vendor_orders where task_id = $1 order by attempt desc limit 1 for update',
      [taskId],
    );
  }

  async listOfTasks(scope: StatementScope, taskIds: readonly string[]): Promise<VendorOrder[]> {
    return this.rows<VendorOrder>(
      scope,
      'select * from vendor_orders where task_id = any($1) order by task_id, attempt',
      [taskIds],
    );
  }

  /** Records that a submission is about to be sent, and with which key. @returns whether this run may send it. */
  async intend(scope: StatementScope, { taskId, attempt }: OrderKey, key: string | null): Promise<boolean> {
    return this.hasRow(
      scope,
      `update vendor_orders set state = 'intended', ordered_at = now(), vendor_key = $3
        where task_id = $1 and attempt = $2 and state = 'waiting' returning task_id`,
      [taskId, attempt, key],
    );
  }

  /** Records that the submission certainly did not arrive. */
  async withdraw(scope: StatementScope, { taskId, attempt }: OrderKey): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set state = 'waiting' where task_id = $1 and attempt = $2 and state = 'intended'`,
      [taskId, attempt],
    );
  }

  /** Ends an order that was not sent, or certainly not accepted. @returns whether it was. */
  async decline(scope: TransactionScope, { taskId, attempt }: OrderKey): Promise<boolean> {
    return this.hasRow(
      scope,
      `update vendor_orders set state = 'ended', outcome = 'not_taken', ended_at = now(), next_check_at = null
        where task_id = $1 and attempt = $2 and state = 'waiting' returning task_id`,
      [taskId, attempt],
    );
  }

  /** @param vendorId Null for a stream that has begun. */
  async setSubmitted(
    scope: StatementScope,
    { taskId, attempt }: OrderKey,
    vendorId: string | null,
  ): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set state = 'submitted', vendor_id = $3, submitted_at = now(), failures = 0,
              last_answer = null
        where task_id = $1 and attempt = $2 and state = 'intended'`,
      [taskId, attempt, vendorId],
    );
  }

  /**
   * Records a failed call.
   * @param answer What the vendor answered; null when it was not called.
   * @param isCounted Whether it counts as one of the limited number of failures.
   * @returns How many of these there were in a row.
   */
  async noteFailure(
    scope: StatementScope,
    { taskId, attempt }: OrderKey,
    answer: string | null,
    isCounted: boolean,
  ): Promise<number> {
    const order = await this.row<{ failures: number }>(
      scope,
      `update vendor_orders set failures = failures + $4, last_answer = coalesce($3, last_answer)
        where task_id = $1 and attempt = $2 returning failures`,
      [taskId, attempt, answer, isCounted ? 1 : 0],
    );
    return order?.failures ?? 0;
  }

  async notePoll(scope: StatementScope, { taskId, attempt }: OrderKey): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set polls = polls + 1, first_poll_at = coalesce(first_poll_at, now()), last_poll_at = now(),
              failures = 0, last_answer = null
        where task_id = $1 and attempt = $2`,
      [taskId, attempt],
    );
  }

  /**
   * Records the outcome of an order.
   * @param credits What the vendor bills for it, if known.
   * @returns Whether it had not ended before.
   */
  async end(
    scope: StatementScope,
    { taskId, attempt }: OrderKey,
    outcome: OrderOutcome,
    credits: number | null = null,
  ): Promise<boolean> {
    return this.hasRow(
      scope,
      `update vendor_orders set state = 'ended', outcome = $3, credits = ceil($4::numeric), billed = $4, ended_at = now(),
              next_check_at = null
        where task_id = $1 and attempt = $2 and state <> 'ended' returning task_id`,
      [taskId, attempt, outcome, credits],
    );
  }

  /**
   * Records what orders of unknown cost cost, and ends them. Failed orders without a booked cost count as unknown;
   * orders with a known cost are not changed.
   */
  async learnCosts(
    scope: TransactionScope,
    vendor: string,
    billed: readonly BilledOrder[],
  ): Promise<BilledOrder[]> {
    return this.rows<BilledOrder>(
      scope,
      `update vendor_orders o set state = 'ended', outcome = case o.outcome when 'failed' then 'failed' else 'succeeded' end,
              credits = ceil(g.credits), billed = g.credits, ended_at = coalesce(o.ended_at, now()), next_check_at = null
         from unnest($2::uuid[], $3::numeric[]) as g(reference, credits)
        where o.vendor = $1 and o.reference = g.reference
          and (o.state <> 'ended' or o.outcome = 'unknown' or (o.outcome = 'failed' and coalesce(o.billed, o.credits, 0) = 0)
            or (o.outcome = 'succeeded' and coalesce(o.billed, o.credits) is null))
       returning o.reference, o.task_id, o.billed::float8 as credits`,
      [vendor, billed.map(({ reference }) => reference), billed.map(({ credits }) => credits)],
    );
  }

  /**
   * The task's job no longer follows its order: it is now due for the follower, and has ended if it was not sent.
   * @param isPatient Whether the vendor has only just been polled, without a result.
   */
  async leave(scope: TransactionScope, taskId: string, isPatient: boolean): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set
         next_check_at = case when state = 'waiting' then null
                              when $2 then $3::timestamptz + greatest(interval '30 seconds', ($3 - created_at) * 0.1)
                              else $3 end,
         outcome = case when state = 'waiting' then 'not_taken' end,
         ended_at = case when state = 'waiting' then now() end,
         state = case when state = 'waiting' then 'ended' else state end
       where task_id = $1 and state <> 'ended'`,
      [taskId, isPatient, this.clock.now()],
    );
  }

  /** Claims due orders for some minutes. */
  async claimDue(scope: StatementScope, limit: number): Promise<VendorOrder[]> {
    return this.rows<VendorOrder>(
      scope,
      `update vendor_orders o set next_check_at = $3
       from (select task_id, attempt from vendor_orders where next_check_at <= $2
             order by next_check_at limit $1 for update skip locked) d
       where o.task_id = d.task_id and o.attempt = d.attempt returning o.*`,
      [limit, this.clock.now(), this.clock.in(CLAIM_MS)],
    );
  }

  /** @param seconds From now; null for never. */
  async checkAgain(
    scope: StatementScope,
    { taskId, attempt }: OrderKey,
    seconds: number | null,
  ): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set next_check_at = $3
        where task_id = $1 and attempt = $2 and state <> 'ended'`,
      [taskId, attempt, seconds === null ? null : this.clock.in(seconds * 1_000)],
    );
  }

  /** Gives the order more time, as its task goes on. */
  async extend(scope: TransactionScope, { taskId, attempt }: OrderKey, seconds: number): Promise<void> {
    await this.rows(
      scope,
      `update vendor_orders set failures = 0, deadline_at = d.at, next_check_at = $4
       from (select now() + $3 * interval '1 second' as at) d
       where task_id = $1 and attempt = $2 and state <> 'ended'`,
      [taskId, attempt, seconds, this.clock.in(FIRST_LOOK_MS)],
    );
  }

  private async insert(
    scope: StatementScope,
    { id, kind, provider }: OrderedTask,
    deadlineSeconds: number,
    { attempt, state, key = null }: { attempt: number; state: OrderState; key?: string | null },
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, vendor_key, ordered_at, deadline_at,
         next_check_at)
       select $1, $2, $3, $4, $5, $6, $8, case when $6 = 'intended' then now() end, d.at, $9
       from (select coalesce((select deadline_at from vendor_orders where task_id = $1 and attempt = 1),
                             now() + $7 * interval '1 second') as at) d
       on conflict do nothing`,
      [id, attempt, provider, kind, randomUUID(), state, deadlineSeconds, key, this.clock.in(FIRST_LOOK_MS)],
    );
  }
}
