import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, refusalDetail, type TransactionScope } from '#libs/platform/database';
import { CreditsExhausted, type Shortage } from './ledger.errors.js';
import {
  type EndedWork,
  type Hold,
  LedgerRepository,
  type Settlement,
  type TaskEntry,
  type VendorCost,
} from './ledger.repository.js';

/** Error code of the database when a hold exceeds a limit or the grants of its user. */
const EXHAUSTED = 'AT402';

type ShortageRow = Omit<Shortage, 'userId' | 'tokenId'> & { user_id: string; token_id: string | null };

/** Holds, charges and releases the credits of tasks. Repeating any call is a no-op, and the database enforces every limit. */
@Injectable()
export class Ledger {
  constructor(
    private readonly transfers: LedgerRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Holds the price of each task until it is settled or released.
   * @throws CreditsExhausted when one of them cannot be held; the transaction is then aborted.
   */
  async reserve(scope: TransactionScope, holds: readonly Hold[]): Promise<void> {
    if (holds.length === 0) return;
    try {
      await this.transfers.insertHolds(scope, holds);
    } catch (error) {
      const detail = refusalDetail(error, EXHAUSTED);
      if (detail === undefined) throw error;
      const { user_id: userId, token_id: tokenId, ...row } = JSON.parse(detail) as ShortageRow;
      throw CreditsExhausted.of({ userId, tokenId, ...row });
    }
  }

  /** Charges what tasks have cost, at most what is held for them, and releases the rest. */
  async settle(scope: TransactionScope, settlements: readonly Settlement[]): Promise<void> {
    await this.end(scope, settlements);
  }

  /** Releases what is held for tasks that cost nothing. */
  async release(scope: TransactionScope, ended: readonly EndedWork[]): Promise<void> {
    await this.end(
      scope,
      ended.map(({ taskId, provider }) => ({ taskId, provider, credits: null })),
    );
  }

  /** Overdue open holds, by task, starting after the given one. */
  async listOverdue(after: string | undefined, limit: number): Promise<string[]> {
    return this.transfers.listOverdue(NO_TRANSACTION, this.clock.now(), after, limit);
  }

  /** Records what a vendor bills for orders, once per `orderKey`. */
  async bookVendorCosts(
    scope: TransactionScope,
    vendor: string,
    costs: readonly VendorCost[],
  ): Promise<void> {
    if (costs.length === 0) return;
    const added = costs.map((cost) => ({ ...cost, id: uuidv7() }));
    await this.transfers.insertCosts(scope, vendor, added, this.clock.now());
  }

  /** The holds of the tasks and their ends, each hold before its end. */
  async entriesOf(taskIds: readonly string[]): Promise<TaskEntry[]> {
    return this.transfers.listOfTasks(NO_TRANSACTION, taskIds);
  }

  private async end(
    scope: TransactionScope,
    ends: readonly (EndedWork & { credits: number | null })[],
  ): Promise<void> {
    if (ends.length === 0) return;
    await this.transfers.endHolds(
      scope,
      ends.map((end) => ({ ...end, id: uuidv7() })),
      this.clock.now(),
    );
  }
}
