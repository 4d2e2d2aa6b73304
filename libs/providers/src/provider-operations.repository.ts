import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository } from '#libs/platform/database';
import type { ProviderOperation } from './provider-operation.entity.js';

/** Every query of the table `provider_operations`. */
@Injectable()
export class ProviderOperationsRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** The operation of the task; a new one waits. */
  async open(taskId: string): Promise<ProviderOperation> {
    await this.rows(
      `insert into "provider_operations" ("taskId", "state", "idempotencyKey") values ($1, 'waiting', $2)
       on conflict do nothing`,
      [taskId, randomUUID()],
    );
    const operation = await this.find(taskId);
    if (!operation) throw new Error(`The operation of task ${taskId} is gone`);
    return operation;
  }

  async find(taskId: string): Promise<ProviderOperation | undefined> {
    const [operation] = await this.rows<ProviderOperation>(
      'select * from "provider_operations" where "taskId" = $1',
      [taskId],
    );
    return operation;
  }

  /** Writes down that an order is about to be sent; tells whether this run may send it. */
  async intend(taskId: string): Promise<boolean> {
    const [rows] = await this.manager().query<[unknown[], number]>(
      `update "provider_operations" set "state" = 'intended'
        where "taskId" = $1 and "state" = 'waiting' returning "taskId"`,
      [taskId],
    );
    return rows.length > 0;
  }

  /** Writes down that the order certainly did not arrive. */
  async withdraw(taskId: string): Promise<void> {
    await this.rows(
      `update "provider_operations" set "state" = 'waiting' where "taskId" = $1 and "state" = 'intended'`,
      [taskId],
    );
  }

  async setSubmitted(taskId: string, vendorId: string): Promise<void> {
    await this.rows(
      `update "provider_operations" set "state" = 'submitted', "vendorId" = $2, "submittedAt" = now(), "failures" = 0,
              "lastAnswer" = null
        where "taskId" = $1 and "state" = 'intended'`,
      [taskId, vendorId],
    );
  }

  /**
   * Notes a failed call.
   * @param answer What the vendor answered; null when it was not called.
   * @param isCounted Whether it is one of those that may happen some times only.
   * @returns How many of these there were in a row.
   */
  async noteFailure(taskId: string, answer: string | null, isCounted: boolean): Promise<number> {
    const [rows] = await this.manager().query<[{ failures: number }[], number]>(
      `update "provider_operations" set "failures" = "failures" + $3, "lastAnswer" = coalesce($2, "lastAnswer")
        where "taskId" = $1 returning "failures"`,
      [taskId, answer, isCounted ? 1 : 0],
    );
    return rows[0]?.failures ?? 0;
  }

  async clearFailures(taskId: string): Promise<void> {
    await this.rows(
      `update "provider_operations" set "failures" = 0, "lastAnswer" = null
        where "taskId" = $1 and ("failures" > 0 or "lastAnswer" is not null)`,
      [taskId],
    );
  }
}
