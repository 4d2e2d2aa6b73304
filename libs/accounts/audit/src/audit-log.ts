import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { NO_TRANSACTION, timeOfId, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import {
  type AccessToken,
  AdminRoleFollowedIssuer,
  TokenMade,
  TokenRevoked,
  UserDeleted,
  UsersService,
} from '#libs/accounts/users';
import type { AuditEntry, AuditTargetKind } from './audit-entry.entity.js';
import { type AuditFilter, AuditRepository } from './audit.repository.js';

/** Who acts: a user (null if deleted) and the token of the request (absent for a JWT). */
export type Actor = { userId: string | null; tokenId?: string };

/** What an entry records besides who did what: the reason, and the changed fields. */
export type AuditedChange = {
  reason?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The names of things by their ids, as far as they are known. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The log of acts on users, publishers, nodes and versions, and of every act of an admin. */
@Injectable()
export class AuditLog implements OnModuleInit {
  private readonly namers = new Map<AuditTargetKind, NamesOf>();

  constructor(
    private readonly entries: AuditRepository,
    private readonly users: UsersService,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.nameTargets('user', (ids) => this.users.namesOf(ids));
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.entries.dropPersonalData(scope, userId));
    this.events.subscribe(AdminRoleFollowedIssuer, ({ userId, isAdmin }, scope) =>
      this.record(scope, { userId }, 'user.update', userId, {
        reason: 'Set by the claim of the issuer.',
        before: { isAdmin: !isAdmin },
        after: { isAdmin },
      }),
    );
    this.events.subscribe(TokenMade, ({ by, token }, scope) =>
      this.record(scope, by, 'user.issue_token', token.userId, { after: describe(token) }),
    );
    this.events.subscribe(TokenRevoked, ({ by, token }, scope) =>
      this.record(scope, by, 'user.revoke_token', token.userId, { before: describe(token) }),
    );
  }

  /**
   * Records an act, in the transaction that does it.
   * @param action Kind of the target and act, such as `node.ban`.
   */
  async record(
    scope: TransactionScope,
    { userId, tokenId }: Actor,
    action: `${AuditTargetKind}.${string}`,
    targetId: string,
    { reason = '', before, after }: AuditedChange = {},
  ): Promise<void> {
    const id = uuidv7();
    await this.entries.insert(scope, {
      id,
      actorId: userId,
      tokenId: tokenId ?? null,
      action,
      targetKind: action.slice(0, action.indexOf('.')) as AuditTargetKind,
      targetId,
      reason,
      before: bounded(before),
      after: bounded(after),
      createdAt: timeOfId(id),
    });
  }

  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    return this.entries.list(NO_TRANSACTION, filter);
  }

  async listActions(): Promise<string[]> {
    return this.entries.listActions(NO_TRANSACTION);
  }

  /** For the module that owns a kind of targets: how readers of the log get their names. */
  nameTargets(kind: AuditTargetKind, namesOf: NamesOf): void {
    this.namers.set(kind, namesOf);
  }

  /** The names of acting users and of targets, by kind and id. */
  async namesIn(entries: readonly AuditEntry[]): Promise<TargetNames> {
    const things = entries.flatMap(({ actorId, targetKind, targetId }) => [
      { kind: targetKind, id: targetId },
      ...(actorId === null ? [] : [{ kind: 'user' as const, id: actorId }]),
    ]);
    const names = await Promise.all(
      [...this.namers].map(async ([kind, namesOf]) => {
        const ids = new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => id));
        return [kind, ids.size > 0 ? await namesOf([...ids]) : new Map<string, string>()] as const;
      }),
    );
    return new Map(names);
  }
}

export type TargetNames = ReadonlyMap<AuditTargetKind, ReadonlyMap<string, string>>;

/** Longer values are cut: entries are never removed, and texts of a node may have 20,000 characters. */
const VALUE_MAX_CHARS = 2_000;

function bounded(fields: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!fields) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return [
        name,
        text.length > VALUE_MAX_CHARS ? `${text.slice(0, VALUE_MAX_CHARS).toWellFormed()}…` : value,
      ];
    }),
  );
}

function describe({ id, name, scopes, publisherId, expiresAt }: AccessToken): Record<string, unknown> {
  return {
    token_id: id,
    name,
    scopes,
    ...(publisherId === null ? {} : { publisher_id: publisherId }),
    ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
  };
}
