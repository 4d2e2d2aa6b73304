import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type StatementScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { UserDeleted, UsersService } from '#libs/users';
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
export class AuditLog implements OnModuleInit {
  constructor(
    private readonly entries: AuditRepository,
    private readonly users: UsersService,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.entries.dropPersonalData(scope, userId));
  }

  /** Remembers the act, in the transaction that does it where there is one. */
  async record(scope: StatementScope, act: AuditedAct): Promise<void> {
    await this.entries.insert(scope, {
      id: uuidv7(),
      actorId: act.actor?.userId ?? null,
      action: act.action,
      targetKind: act.target.kind,
      targetId: act.target.id,
      reason: act.reason,
      before: act.before ?? null,
      after: act.after ?? null,
      createdAt: this.clock.now(),
    });
  }

  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    return this.entries.list(NO_TRANSACTION, filter);
  }

  /** The names of the users who acted, and of those to whom it was done, by id. */
  async namesIn(entries: readonly AuditEntry[]): Promise<Map<string, string>> {
    const ids = entries.flatMap(({ actorId, targetKind, targetId }) => [
      ...(actorId === null ? [] : [actorId]),
      ...(targetKind === 'user' ? [targetId] : []),
    ]);
    return new Map((await this.users.findMany([...new Set(ids)])).map(({ id, name }) => [id, name]));
  }
}
