import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { Unauthorized } from '#libs/platform/errors';
import type { NewSessionText, Principal, ResumedSession, Scope } from '#libs/platform/http';
import type { AccessToken } from '../access-token.entity.js';
import { AccessTokensRepository } from '../access-tokens.repository.js';
import { AccessTokensService, toPrincipal } from '../access-tokens.service.js';
import { type KnownPrincipal, TokenCache } from '../token-cache.js';
import { scopesOf } from '../token-grant.js';
import { newSecretText, tokenDigest, tokenKey } from '../token-text.js';
import type { User } from '../user.entity.js';
import { UserInvitations } from '../user-invitations.js';
import { UserNotFound, UserSuspended } from '../users.errors.js';
import { UsersRepository } from '../users.repository.js';
import { UsersSettings } from '../users.settings.js';
import { SessionsRepository } from './sessions.repository.js';

const TEXT_PREFIX = 'ses_';
/** Name of a session in the list of tokens. */
const NAME = 'console session';
/** A stolen text works no longer than this, as the session's owner gets a new one. */
const RENEWAL_MS = 24 * 60 * 60 * 1_000;
/** Requests in flight during a renewal carry the previous text. */
const PREVIOUS_TEXT_MS = 60_000;
/** People have several browsers; one more session ends the oldest. */
const SESSIONS_PER_USER = 20;

export type BegunSession = { principal: Principal; token: AccessToken } & NewSessionText;

/** The rights of a new session, and the token it ends with. */
type SessionGrant = { scopes: readonly Scope[]; parent?: AccessToken };

/**
 * Sessions of the console. A session is an access token of a separate kind whose text is never given out: the cookie carries
 * another text, which is not accepted as bearer token.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly tokens: AccessTokensService,
    private readonly tokenRows: AccessTokensRepository,
    private readonly users: UsersRepository,
    private readonly invitations: UserInvitations,
    private readonly cache: TokenCache,
    private readonly transactions: TransactionRunner,
    private readonly settings: UsersSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in with a token: the session can do what it can and ends with it.
   * @param device Browser and system, so that the person recognises the session.
   * @throws Unauthorized when the token is not valid.
   */
  async beginByToken(text: string, device: string): Promise<BegunSession> {
    return this.transactions.run(async (scope) => {
      const holder = await this.tokenRows.findHolder(scope, tokenDigest(text));
      if (!holder) throw refused();
      // A concurrent suspension or revocation waits for this, or is seen here.
      const user = await this.users.findForUpdate(scope, holder.userId);
      const parent = await this.tokenRows.find(scope, holder.id);
      const mayBegin = parent !== null && parent.revokedAt === null && parent.kind !== 'publish';
      if (!user || user.suspendedAt !== null || !mayBegin) throw refused();
      return this.begin(scope, user, { scopes: parent.scopes, parent }, device);
    });
  }

  /** Signs in with an invitation, which is then used up. @throws As `UserInvitations.accept`. */
  async beginByInvitation(code: string, device: string): Promise<BegunSession> {
    return this.transactions.run(async (scope) => {
      const user = await this.invitations.take(scope, code);
      return this.begin(scope, user, { scopes: scopesOf(user) }, device);
    });
  }

  /** Signs in a user of the issuer. @throws UserSuspended, UserNotFound. */
  async beginByIssuer(userId: string, device: string): Promise<BegunSession> {
    return this.transactions.run(async (scope) => {
      const user = await this.users.findForUpdate(scope, userId);
      if (!user || user.deletedAt !== null) throw new UserNotFound();
      if (user.suspendedAt !== null) throw new UserSuspended();
      return this.begin(scope, user, { scopes: scopesOf(user) }, device);
    });
  }

  /** Ends the caller's session, if any. */
  async end({ session, tokenId, userId }: Principal): Promise<void> {
    if (!session || tokenId === undefined) return;
    await this.transactions.run(async (scope) => {
      await this.tokenRows.revoke(scope, tokenId, userId);
      await this.tokens.forgetPrincipals(scope);
    });
  }

  async resume(text: string, mayRenew: boolean): Promise<ResumedSession | undefined> {
    const key = tokenKey(text);
    const principal = await this.cache.get(cacheKey(key), () => this.load(key));
    if (!principal) return undefined;
    this.tokens.noteUse(principal);
    const renewed = mayRenew && this.isDue(principal) ? await this.renew(key) : undefined;
    return { principal, ...(renewed ? { renewed } : {}) };
  }

  remembered(text: string): Principal | undefined {
    const principal = this.cache.remembered(cacheKey(tokenKey(text)));
    return principal && !this.isDue(principal) ? this.tokens.noteUse(principal) : undefined;
  }

  private isDue({ session }: Principal): boolean {
    return session !== undefined && session.renewAtMs <= this.clock.now().getTime();
  }

  private async begin(
    scope: TransactionScope,
    user: User,
    { scopes, parent }: SessionGrant,
    device: string,
  ): Promise<BegunSession> {
    const hasEnded = await this.sessions.endOldest(scope, user.id, SESSIONS_PER_USER - 1);
    if (hasEnded) await this.tokens.forgetPrincipals(scope);
    const latest = this.clock.in(this.settings.sessionMaxMs);
    const endsAt = parent?.expiresAt && parent.expiresAt < latest ? parent.expiresAt : latest;
    const idleEnd = this.clock.in(this.settings.sessionIdleMs);
    const { token } = await this.tokens.issue(scope, {
      userId: user.id,
      kind: 'session',
      name: NAME,
      description: device,
      scopes,
      expiresAt: idleEnd < endsAt ? idleEnd : endsAt,
      ...(parent ? { parentId: parent.id } : {}),
      ...(parent?.publisherId ? { publisherId: parent.publisherId } : {}),
    });
    const text = newSecretText(TEXT_PREFIX);
    await this.sessions.insert(scope, {
      tokenId: token.id,
      digest: tokenDigest(text),
      previousDigest: null,
      previousUntil: null,
      renewedAt: this.clock.now(),
      endsAt,
    });
    return {
      principal: toPrincipal({ ...token, ...user, id: token.id, userId: user.id }),
      token,
      text,
      endsAt,
    };
  }

  private async load(key: string): Promise<KnownPrincipal> {
    const holder = await this.sessions.findHolder(NO_TRANSACTION, Buffer.from(key, 'base64'));
    if (!holder) return undefined;
    const session = { renewAtMs: holder.renewedAt.getTime() + RENEWAL_MS };
    return {
      principal: { ...toPrincipal(holder), session },
      ...(holder.expiresAt ? { expiresAtMs: holder.expiresAt.getTime() } : {}),
    };
  }

  /** Only one of several concurrent requests gets the new text. */
  private async renew(key: string): Promise<NewSessionText | undefined> {
    const text = newSecretText(TEXT_PREFIX);
    const next = { digest: tokenDigest(text), previousUntil: this.clock.in(PREVIOUS_TEXT_MS) };
    const renewed = await this.sessions.renew(NO_TRANSACTION, Buffer.from(key, 'base64'), next);
    // The cache entry of the old text says that it is due.
    this.cache.forget(cacheKey(key));
    return renewed && { text, endsAt: renewed.endsAt };
  }
}

/** Keeps session texts from matching cached tokens. */
function cacheKey(key: string): string {
  return `session ${key}`;
}

function refused(): Error {
  return new Unauthorized('The token is unknown, expired or revoked.');
}
