import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import {
  DatabaseNotifications,
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { Unauthorized } from '#libs/platform/errors';
import { invalidFields, type Principal, type Scope } from '#libs/platform/http';
import type { AccessToken, TokenKind } from './access-token.entity.js';
import { AccessTokensRepository, type TokenHolder, type TokenReach } from './access-tokens.repository.js';
import { type KnownPrincipal, TokenCache } from './token-cache.js';
import { grant, type WantedToken } from './token-grant.js';
import { newTokenText, tokenDigest, tokenKey } from './token-text.js';
import { TokenLimitReached, TokenNotFound } from './users.errors.js';
import { TokenMade, TokenRevoked } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import { UsersSettings } from './users.settings.js';
import { knownIds, namesById } from './names.js';

const TOUCH_INTERVAL_MS = 15_000;
/** Every process drops its cached principals when a token or a user changes. */
const CHANGED_CHANNEL = 'access_tokens_changed';

export type NewAccessToken = {
  userId: string;
  /** Default: a token for programs. */
  kind?: TokenKind;
  name: string;
  description?: string;
  scopes: readonly Scope[];
  expiresAt?: Date;
  publisherId?: string;
  /** With the kind `publish` only. */
  nodeId?: string;
  parentId?: string;
  /** The token's text if the operator chose it; else it is generated. */
  text?: string;
};

@Injectable()
export class AccessTokensService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AccessTokensService.name);
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly cache: TokenCache,
    private readonly transactions: TransactionRunner,
    private readonly notifications: DatabaseNotifications,
    private readonly users: UsersRepository,
    private readonly settings: UsersSettings,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.notifications.listen(CHANGED_CHANNEL, () => this.cache.clear());
    this.timer = setInterval(() => void this.writeUses(), TOUCH_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeUses();
  }

  /** Makes a token. Its text cannot be read later. */
  async issue(scope: StatementScope, input: NewAccessToken): Promise<{ token: AccessToken; text: string }> {
    const text = input.text ?? newTokenText();
    const token: AccessToken = {
      id: uuidv7(),
      kind: input.kind ?? 'token',
      userId: input.userId,
      parentId: input.parentId ?? null,
      name: input.name,
      description: input.description ?? '',
      digest: tokenDigest(text),
      scopes: [...input.scopes],
      publisherId: input.publisherId ?? null,
      nodeId: input.nodeId ?? null,
      expiresAt: input.expiresAt ?? null,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: this.clock.now(),
    };
    await this.tokens.insert(scope, token);
    return { token, text };
  }

  /**
   * Makes a token for the caller that can do no more than the caller: no other scope, no later end, and bound to the
   * same publisher if the caller's token is. It ends with the caller's token; in a session, with the token that the
   * session was started with, if any.
   * @throws InvalidRequest for an end in the past; ScopeNotHeld, TokenOutlivesItself, TokenLimitReached; Unauthorized
   * when the caller's token has just ended.
   */
  async issueFor(principal: Principal, wanted: WantedToken): Promise<{ token: AccessToken; text: string }> {
    return this.transactions.run(async (scope) => {
      const issued = await this.issueBound(scope, principal, wanted, principal.publisherId);
      await this.events.publish(scope, new TokenMade(principal, issued.token));
      return issued;
    });
  }

  /** Like `issueFor`, in the caller's transaction, and bound to this publisher. */
  async issueBound(
    scope: TransactionScope,
    principal: Principal,
    wanted: WantedToken,
    publisherId: string | undefined,
  ): Promise<{ token: AccessToken; text: string }> {
    if (wanted.expiresAt && wanted.expiresAt <= this.clock.now())
      throw invalidFields(['expires_at must be in the future']);
    const { userId, tokenId } = principal;
    // Serializes new tokens and revocations of one user.
    const user = await this.users.findForUpdate(scope, userId);
    const own = tokenId === undefined ? null : await this.tokens.find(scope, tokenId);
    const hasEnded = tokenId !== undefined && (!own || own.revokedAt !== null);
    if (!user || user.deletedAt !== null || user.suspendedAt !== null || hasEnded) throw new Unauthorized();
    const maker = await this.makerFor(scope, own);
    const granted = grant(principal, wanted, maker?.expiresAt ?? null);
    await this.requireRoom(scope, userId);
    return this.issue(scope, {
      ...granted,
      userId,
      ...(maker ? { parentId: maker.id } : {}),
      ...(publisherId === undefined ? {} : { publisherId }),
    });
  }

  /** The principal of an opaque token; no database round trip if it was checked in the last seconds. */
  async resolve(text: string): Promise<Principal | undefined> {
    const digest = tokenKey(text);
    return this.noteUse(
      await this.cache.get(digest, async () =>
        toKnownPrincipal(await this.tokens.findHolder(NO_TRANSACTION, Buffer.from(digest, 'base64'))),
      ),
    );
  }

  /** Like `resolve`, for a token checked in the last seconds; undefined for any other. */
  remembered(text: string): Principal | undefined {
    return this.noteUse(this.cache.remembered(tokenKey(text)));
  }

  /** When the caller's token or session ends; null when it does not, or is not one of ours. */
  async endOf({ tokenId }: Principal): Promise<Date | null> {
    const own = tokenId === undefined ? null : await this.tokens.find(NO_TRANSACTION, tokenId);
    return own?.expiresAt ?? null;
  }

  /** The caller's unrevoked tokens that can do no more than the caller's own, newest first. */
  async listOf(principal: Principal): Promise<AccessToken[]> {
    return this.tokens.listOf(NO_TRANSACTION, principal.userId, reach(principal));
  }

  /** The names of the tokens among these ids, by id; of revoked ones, too. */
  async namesOf(ids: Iterable<string | null | undefined>): Promise<Map<string, string>> {
    const known = knownIds(ids);
    return namesById(known.length === 0 ? [] : await this.tokens.findMany(NO_TRANSACTION, known));
  }

  /** The unrevoked tokens bound to a publisher, newest first. */
  async listOfPublisher(publisherId: string): Promise<AccessToken[]> {
    return this.tokens.listOfPublisher(NO_TRANSACTION, publisherId);
  }

  /** Revokes one of the tokens that `listOf` lists. @throws TokenNotFound when it is none of them. */
  async revoke(principal: Principal, tokenId: string): Promise<void> {
    await this.transactions.run(async (scope) => {
      const isRevoked = await this.tokens.revoke(scope, tokenId, principal.userId, reach(principal));
      const token = isRevoked ? await this.tokens.find(scope, tokenId) : null;
      if (!token) throw new TokenNotFound();
      await this.events.publish(scope, new TokenRevoked(principal, token));
      await this.forgetPrincipals(scope);
    });
  }

  /** @throws TokenNotFound when the publisher has no such token. */
  async revokeOfPublisher(scope: TransactionScope, tokenId: string, publisherId: string): Promise<void> {
    if (!(await this.tokens.revokeOfPublisher(scope, tokenId, publisherId))) throw new TokenNotFound();
    await this.forgetPrincipals(scope);
  }

  /** The unrevoked tokens of any user, newest first. For admins; the caller checks that. */
  async listOfUser(userId: string): Promise<AccessToken[]> {
    return this.tokens.listOf(NO_TRANSACTION, userId);
  }

  /** Revokes a token of any user. For admins. @throws TokenNotFound when the user has no such token. */
  async revokeOfUser(scope: TransactionScope, userId: string, tokenId: string): Promise<AccessToken> {
    const token = await this.tokens.find(scope, tokenId);
    if (!token || !(await this.tokens.revoke(scope, tokenId, userId))) throw new TokenNotFound();
    await this.forgetPrincipals(scope);
    return token;
  }

  /** Revokes every token of any user. For admins. */
  async revokeAllOfUser(scope: TransactionScope, userId: string): Promise<void> {
    await this.tokens.revokeAllOf(scope, userId);
    await this.forgetPrincipals(scope);
  }

  /** Makes every process drop its cached principals once the transaction commits. */
  async forgetPrincipals(scope: TransactionScope): Promise<void> {
    await this.notifications.notify(scope, CHANGED_CHANNEL, '');
    scope.afterCommit(() => this.cache.clear());
  }

  /** Records that a token or session was used just now. */
  noteUse(principal: Principal | undefined): Principal | undefined {
    if (principal?.tokenId) this.uses.set(principal.tokenId, this.clock.now());
    return principal;
  }

  private async makerFor(scope: TransactionScope, own: AccessToken | null): Promise<AccessToken | null> {
    if (own?.kind !== 'session') return own;
    return own.parentId === null ? null : this.tokens.find(scope, own.parentId);
  }

  private async requireRoom(scope: TransactionScope, userId: string): Promise<void> {
    const living = await this.tokens.countLiving(scope, userId);
    const limit = this.settings.tokensPerUser;
    if (living < limit) return;
    throw new TokenLimitReached(
      `You have ${living} tokens and may have ${limit}. Revoke one that is not needed.`,
    );
  }

  private async writeUses(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.tokens.touch(NO_TRANSACTION, uses, this.settings.sessionIdleMs);
    } catch (error) {
      // The next use writes it again; an exact time of last use is not essential.
      this.logger.warn({ err: error }, 'The last use of tokens could not be written');
    }
  }
}

/** Which tokens a caller may see and revoke: with a token, those that can do no more than it; with a JWT, all. */
function reach({ tokenId, scopes, publisherId }: Principal): TokenReach {
  return tokenId === undefined ? {} : { scopes, publisherId };
}

function toKnownPrincipal(holder: TokenHolder | undefined): KnownPrincipal {
  if (!holder) return undefined;
  return {
    principal: toPrincipal(holder),
    ...(holder.expiresAt === null ? {} : { expiresAtMs: holder.expiresAt.getTime() }),
  };
}

export function toPrincipal(holder: TokenHolder): Principal {
  return {
    userId: holder.userId,
    name: holder.name,
    email: holder.email,
    isAdmin: holder.isAdmin && holder.scopes.includes('admin'),
    isApproved: holder.isApproved,
    queueWeight: holder.queueWeight,
    scopes: holder.scopes,
    tokenId: holder.id,
    ...(holder.publisherId === null ? {} : { publisherId: holder.publisherId }),
    ...(holder.nodeId === null ? {} : { nodeId: holder.nodeId }),
  };
}
