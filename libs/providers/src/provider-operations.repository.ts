import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { ProviderOperation } from './provider-operation.entity.js';

/** Every query of the table `provider_operations`. */
@Injectable()
export class ProviderOperationsRepository extends Repository {
  /** The operation of the task; a new one waits. */
  async open(scope: StatementScope, taskId: string): Promise<ProviderOperation> {
    await this.rows(
      scope,
      `insert into provider_operations (task_id, state, idempotency_key) values ($1, 'waiting', $2)
       on conflict do nothing`,
      [taskId, randomUUID()],
    );
    const operation = await this.find(scope, taskId);
    if (!operation) throw new Error(`The operation of task ${taskId} is gone`);
    return operation;
  }

  /** Notes that a submission is about to be sent, the first of the task. */
  async insertIntended(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(
      scope,
      `insert into provider_operations (task_id, state, idempotency_key) values ($1, 'intended', $2)
       on conflict do nothing`,
      [taskId, randomUUID()],
    );
  }

  async find(scope: StatementScope, taskId: string): Promise<ProviderOperation | undefined> {
    return this.row<ProviderOperation>(scope, 'select * from provider_operations where task_id = $1', [
      taskId,
    ]);
  }

  /** Notes that a submission is about to be sent, and returns whether this run may send it. */
  async intend(scope: StatementScope, taskId: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `update provider_operations set state = 'intended'
        where task_id = $1 and state = 'waiting' returning task_id`,
      [taskId],
    );
  }

  /** Notes that the submission certainly did not arrive. */
  async withdraw(scope: StatementScope, taskId: string): Promise<void> {
    await this.rows(
      scope,
      `update provider_operations set state = 'waiting' where task_id = $1 and state = 'intended'`,
      [taskId],
    );
  }

  async setSubmitted(scope: StatementScope, taskId: string, vendorId: string): Promise<void> {
    await this.rows(
      scope,
      `update provider_operations set state = 'submitted', vendor_id = $2, submitted_at = now(), failures = 0,
              last_answer = null
        where task_id = $1 and state = 'intended'`,
      [taskId, vendorId],
    );
  }

  /**
   * Notes a failed call.
   * @param answer What the vendor answered; null when it was not called.
   * @param isCounted Whether it is one of those that may happen some times only.
   * @returns How many of these there were in a row.
   */
  async noteFailure(
    scope: StatementScope,
    taskId: string,
    answer: string | null,
    isCounted: boolean,
  ): Promise<number> {
    const operation = await this.row<{ failures: number }>(
      scope,
      `update provider_operations set failures = failures + $3, last_answer = coalesce($2, last_answer)
        where task_id = $1 returning failures`,
      [taskId, answer, isCounted ? 1 : 0],
    );
    return operation?.failures ?? 0;
  }

  async clearFailures(scope: StatementScope, taskId: string): Promise<void> {
    await this.rows(
      scope,
      `update provider_operations set failures = 0, last_answer = null
        where task_id = $1 and (failures > 0 or last_answer is not null)`,
      [taskId],
    );
  }
}
