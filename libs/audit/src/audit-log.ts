import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { AdminRoleFollowedIssuer, UserDeleted, UsersService } from '#libs/users';
import type { AuditEntry, AuditTargetKind } from './audit-entry.entity.js';
import { type AuditFilter, AuditRepository } from './audit.repository.js';

/** What is remembered of an act beside who did what: why, and the fields that changed. */
export type AuditedChange = {
  reason?: string;
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
    this.events.subscribe(AdminRoleFollowedIssuer, ({ userId, isAdmin }, scope) =>
      this.record(scope, { userId }, 'user.update', userId, {
        reason: 'The claim of the issuer says so.',
        before: { isAdmin: !isAdmin },
        after: { isAdmin },
      }),
    );
  }

  /**
   * Remembers an act, in the transaction that does it.
   * @param action What kind of thing it is done to, and what is done, such as `node.ban`.
   */
  async record(
    scope: TransactionScope,
    actor: Pick<Principal, 'userId'>,
    action: `${AuditTargetKind}.${string}`,
    targetId: string,
    { reason = '', before, after }: AuditedChange = {},
  ): Promise<void> {
    await this.entries.insert(scope, {
      id: uuidv7(),
      actorId: actor.userId,
      action,
      targetKind: action.slice(0, action.indexOf('.')) as AuditTargetKind,
      targetId,
      reason,
      before: before ?? null,
      after: after ?? null,
      createdAt: this.clock.now(),
    });
  }

  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    return this.entries.list(NO_TRANSACTION, filter);
  }

  /** Every action that there are entries of. */
  async listActions(): Promise<string[]> {
    return this.entries.listActions(NO_TRANSACTION);
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
