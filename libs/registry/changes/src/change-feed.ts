import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { ChangesRepository } from './changes.repository.js';
import type { RegistryChange } from './registry-change.entity.js';

/** Something that a mirror has to copy again, or to drop. */
export type ChangedThing =
  | { kind: 'publisher'; publisherId: string }
  | { kind: 'node'; publisherId: string; nodeId: string }
  | { kind: 'node_version'; publisherId: string; nodeId: string; version: string }
  | { kind: 'advisory'; publisherId: string; nodeId: string; advisoryId: string };

@Injectable()
export class ChangeFeed {
  constructor(private readonly changes: ChangesRepository) {}

  /**
   * Records changes in the transaction that makes them. Call it last: other writers of the feed wait until the
   * transaction ends.
   * @param action `delete` when the thing is not visible to the public any more.
   */
  async record(
    scope: TransactionScope,
    action: 'upsert' | 'delete',
    things: readonly ChangedThing[],
  ): Promise<void> {
    if (things.length === 0) return;
    await this.changes.append(
      scope,
      things.map((thing) => ({
        kind: thing.kind,
        action,
        publisherId: thing.publisherId,
        nodeId: thing.kind === 'publisher' ? null : thing.nodeId,
        version: thing.kind === 'node_version' ? thing.version : null,
        advisoryId: thing.kind === 'advisory' ? thing.advisoryId : null,
      })),
    );
  }

  /** Serial of the newest change; '0' without any. What is read after this call holds every change up to it. */
  async lastSerial(): Promise<string> {
    return this.changes.lastSerial(NO_TRANSACTION);
  }

  /** Changes after a serial, oldest first. */
  async listAfter(serial: string, limit: number): Promise<RegistryChange[]> {
    return this.changes.listAfter(NO_TRANSACTION, serial, limit);
  }
}
