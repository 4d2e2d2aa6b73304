import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import type { AuditEntry, AuditTargetKind } from './audit-entry.entity.js';
import { type AuditFilter, AuditRepository } from './audit.repository.js';

/** An act to be remembered. */
export type AuditedAct = {
  /** Absent for an act of the service itself. */
  actor?: Principal | undefined;
  /** Such as `node.ban`. */
  action: string;
  target: { kind: AuditTargetKind; id: string };
  reason: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The log of every moderation act. */
@Injectable()
export class AuditLog {
  constructor(private readonly entries: AuditRepository) {}

  /** Remembers the act in the transaction that does it. */
  async record(scope: TransactionScope, act: AuditedAct): Promise<void> {
    await this.entries.insert(scope, {
      id: uuidv7(),
      actorId: act.actor?.userId ?? null,
      action: act.action,
      targetKind: act.target.kind,
      targetId: act.target.id,
      reason: act.reason,
      before: act.before ?? null,
      after: act.after ?? null,
      createdAt: new Date(),
    });
  }

  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    return this.entries.list(filter);
  }
}
