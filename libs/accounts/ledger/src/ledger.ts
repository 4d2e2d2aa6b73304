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

/** What the database answers when a hold goes beyond a limit or the grants of its user. */
const EXHAUSTED = 'AT402';

type ShortageRow = Omit<Shortage, 'userId' | 'tokenId'> & { user_id: string; token_id: string | null };

/** Keeps, takes and gives back the credits of tasks. Everything repeated is a no-op, and the database holds every limit. */
@Injectable()
export class Ledger {
  constructor(
    private readonly transfers: LedgerRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Holds the price of each task until it is settled or released.
   * @throws CreditsExhausted when one of them cannot be held; the transaction is lost then.
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

  /** Takes what tasks have cost, at most what is held for them, and gives the rest back. */
  async settle(scope: TransactionScope, settlements: readonly Settlement[]): Promise<void> {
    await this.end(scope, settlements);
  }

  /** Gives back what is held for tasks that cost nothing. */
  async release(scope: TransactionScope, ended: readonly EndedWork[]): Promise<void> {
    await this.end(
      scope,
      ended.map(({ taskId, provider }) => ({ taskId, provider, credits: null })),
    );
  }

  /** Open holds that are past their time, by task, from after one of them on. */
  async listOverdue(after: string | undefined, limit: number): Promise<string[]> {
    return this.transfers.listOverdue(NO_TRANSACTION, this.clock.now(), after, limit);
  }

  /** Notes what a vendor bills for orders, once for each `orderKey`. */
  async bookVendorCosts(
    scope: TransactionScope,
    vendor: string,
    costs: readonly VendorCost[],
  ): Promise<void> {
    if (costs.length === 0) return;
    const added = costs.map((cost) => ({ ...cost, id: uuidv7() }));
    await this.transfers.insertCosts(scope, vendor, added, this.clock.now());
  }

  /** What was held for the tasks and what became of that, each hold before its end. */
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
