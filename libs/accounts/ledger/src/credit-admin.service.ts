import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { AccessTokensService, TokenNotFound, UsersService } from '#libs/accounts/users';
import { CreditsRepository } from './credits.repository.js';
import { CreditsService } from './credits.service.js';
import { type Grant, GrantsRepository, type GrantTerms } from './grants.repository.js';
import { CorrectionTooLarge, GrantNotFound, GrantVoided, TokenLimited } from './ledger.errors.js';
import { type LimitOwner, type Limits, LimitsRepository, type LimitState } from './limits.repository.js';

/** A new grant; it begins now unless stated otherwise. */
export type NewGrant = Omit<GrantTerms, 'effectiveAt'> & { amount: number; effectiveAt?: Date };

/** What admins, and owners of tokens, decide about credits. Every act of an admin is in the audit log. */
@Injectable()
export class CreditAdminService {
  constructor(
    private readonly credits: CreditsService,
    private readonly accounts: CreditsRepository,
    private readonly grants: GrantsRepository,
    private readonly limits: LimitsRepository,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditLog,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** @throws UserNotFound when no such user ever existed. */
  async requireUser(userId: string): Promise<void> {
    await this.users.requireEver(userId);
  }

  /** @throws UserNotFound */
  async setPrepaid(
    actor: Principal,
    userId: string,
    isPrepaid: boolean | null,
    reason: string,
  ): Promise<void> {
    await this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, userId);
      const before = await this.accounts.findPrepaid(scope, userId);
      if (before === isPrepaid) return;
      await this.accounts.setPrepaid(scope, userId, isPrepaid);
      await this.audit.record(scope, actor, 'user.set_prepaid', userId, {
        reason,
        before: { prepaid: before },
        after: { prepaid: isPrepaid },
      });
    });
  }

  /** @throws UserNotFound, InvalidRequest when it would end before it begins. */
  async grant(
    actor: Principal,
    userId: string,
    { amount, ...terms }: NewGrant,
    reason: string,
  ): Promise<Grant> {
    const createdAt = this.clock.now();
    const { effectiveAt = createdAt, expiresAt } = terms;
    if (expiresAt !== null && expiresAt <= (effectiveAt > createdAt ? effectiveAt : createdAt))
      throw invalidFields(['expires_at must be in the future, and after effective_at']);
    const id = uuidv7();
    return this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, userId);
      await this.grants.insert(scope, { ...terms, id, userId, amount, effectiveAt, createdAt });
      await this.audit.record(scope, actor, 'user.grant_credits', userId, {
        reason,
        after: { grant: id, amount, category: terms.category, effectiveAt, expiresAt },
      });
      return this.requireGrant(scope, userId, id);
    });
  }

  /** Takes back what is left of a grant; what tasks hold of it, once they release it. @throws GrantNotFound, GrantVoided */
  async voidGrant(actor: Principal, userId: string, id: string, reason: string): Promise<Grant> {
    const now = this.clock.now();
    return this.transactions.run(async (scope) => {
      await this.grants.lockAccounts(scope, [userId]);
      const before = await this.requireGrant(scope, userId, id);
      if (!(await this.grants.markVoided(scope, id, now))) throw new GrantVoided();
      await this.grants.expire(scope, [{ id, transferId: uuidv7() }], now);
      await this.audit.record(scope, actor, 'user.void_grant', userId, {
        reason,
        before: { grant: id, available: before.available },
        after: { grant: id, available: 0 },
      });
      return this.requireGrant(scope, userId, id);
    });
  }

  /**
   * Charges further credits to a grant, or gives back spent ones when negative. Adds an entry, as entries are never
   * changed.
   * @throws GrantNotFound, CorrectionTooLarge
   */
  async correct(
    actor: Principal,
    userId: string,
    grantId: string,
    credits: number,
    reason: string,
  ): Promise<Grant> {
    if (credits === 0) throw invalidFields(['credits must not be 0']);
    return this.transactions.run(async (scope) => {
      await this.grants.lockAccounts(scope, [userId]);
      const before = await this.requireGrant(scope, userId, grantId);
      const [most, name] = credits > 0 ? [before.available, 'left'] : [before.spent, 'spent'];
      if (Math.abs(credits) > most)
        throw new CorrectionTooLarge(`Only ${most} credits of the grant are ${name}.`);
      await this.grants.correct(scope, {
        id: uuidv7(),
        userId,
        grantId,
        credits,
        createdAt: this.clock.now(),
      });
      const after = await this.requireGrant(scope, userId, grantId);
      await this.audit.record(scope, actor, 'user.correct_credits', userId, {
        reason,
        before: { grant: grantId, available: before.available, spent: before.spent },
        after: { grant: grantId, available: after.available, spent: after.spent },
      });
      return after;
    });
  }

  /** @throws UserNotFound */
  async listGrants(userId: string, page: { beforeId: string | undefined; limit: number }): Promise<Grant[]> {
    await this.requireUser(userId);
    return this.grants.list(NO_TRANSACTION, userId, page);
  }

  /** @throws UserNotFound, TokenNotFound when the user has no such token. */
  async limitsOf({ userId, tokenId }: LimitOwner): Promise<LimitState[]> {
    await this.requireUser(userId);
    if (tokenId !== null) requireAmong(await this.tokens.listOfUser(userId), tokenId);
    return onlyOf(await this.credits.limitsOf(NO_TRANSACTION, userId, tokenId), tokenId);
  }

  /** For admins. @throws as `limitsOf`. */
  async setLimits(
    actor: Principal,
    owner: LimitOwner,
    limits: Limits,
    reason: string,
  ): Promise<LimitState[]> {
    if (owner.tokenId !== null) requireAmong(await this.tokens.listOfUser(owner.userId), owner.tokenId);
    return this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, owner.userId);
      const { before, after } = await this.replace(scope, owner, limits);
      await this.audit.record(scope, actor, 'user.set_credit_limits', owner.userId, {
        reason,
        before: { token: owner.tokenId, ...shown(before) },
        after: { token: owner.tokenId, ...shown(after) },
      });
      return after;
    });
  }

  /** The limits of one of the caller's tokens. @throws TokenNotFound */
  async ownTokenLimits(caller: Principal, tokenId: string): Promise<LimitState[]> {
    requireAmong(await this.tokens.listOf(caller), tokenId);
    return onlyOf(await this.credits.limitsOf(NO_TRANSACTION, caller.userId, tokenId), tokenId);
  }

  /** Limits one of the caller's tokens. @throws TokenNotFound, TokenLimited when the caller's own token is limited. */
  async setOwnTokenLimits(caller: Principal, tokenId: string, limits: Limits): Promise<LimitState[]> {
    requireAmong(await this.tokens.listOf(caller), tokenId);
    return this.transactions.run(async (scope) => {
      const { id: userId } = await this.users.requireLocked(scope, caller.userId);
      const own = await this.credits.limitsOf(scope, userId, caller.tokenId ?? null);
      if (own.some((limit) => limit.tokenId !== null)) throw new TokenLimited();
      return (await this.replace(scope, { userId, tokenId }, limits)).after;
    });
  }

  private async replace(
    scope: TransactionScope,
    owner: LimitOwner,
    limits: Limits,
  ): Promise<{ before: LimitState[]; after: LimitState[] }> {
    const read = async (): Promise<LimitState[]> =>
      onlyOf(await this.credits.limitsOf(scope, owner.userId, owner.tokenId), owner.tokenId);
    const before = await read();
    await this.limits.replace(scope, owner, limits, this.clock.now());
    return { before, after: await read() };
  }

  private async requireGrant(scope: TransactionScope, userId: string, id: string): Promise<Grant> {
    const grant = await this.grants.find(scope, userId, id);
    if (!grant) throw new GrantNotFound();
    return grant;
  }
}

function onlyOf(limits: readonly LimitState[], tokenId: string | null): LimitState[] {
  return limits.filter((limit) => limit.tokenId === tokenId);
}

function requireAmong(tokens: readonly { id: string }[], tokenId: string): void {
  if (!tokens.some(({ id }) => id === tokenId)) throw new TokenNotFound();
}

function shown(limits: readonly LimitState[]): Limits {
  return Object.fromEntries(limits.map(({ period, allowed }) => [period, allowed]));
}
