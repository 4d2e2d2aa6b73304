import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import {
  type AccessToken,
  AccessTokensService,
  type NewInvitation,
  type NewUser,
  type User,
  type UserChange,
  UserInvitations,
  UsersService,
} from '#libs/accounts/users';

/** What admins do with users. The route checks that the caller is an admin. Every act is in the audit log. */
@Injectable()
export class UserAdminService {
  constructor(
    private readonly users: UsersService,
    private readonly invitations: UserInvitations,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditLog,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Creates a user with an invitation. @throws EmailTaken */
  async create(actor: Principal, input: NewUser): Promise<{ user: User; invitation: NewInvitation }> {
    return this.transactions.run(async (scope) => {
      await this.users.refuseTakenEmail(scope, input.email);
      const user = await this.users.create(scope, input);
      const invitation = await this.invitations.invite(scope, user.id);
      const { name, email, isAdmin, isApproved } = user;
      await this.audit.record(scope, actor, 'user.create', user.id, {
        after: { name, email, isAdmin, isApproved },
      });
      return { user, invitation };
    });
  }

  /** Creates a new invitation and ends the previous one. @throws UserNotFound, UserSuspended. */
  async invite(actor: Principal, userId: string): Promise<NewInvitation> {
    return this.transactions.run(async (scope) => {
      const invitation = await this.invitations.invite(scope, userId);
      await this.audit.record(scope, actor, 'user.invite', userId);
      return invitation;
    });
  }

  /**
   * Changes a user; new rights apply on every process within 5 seconds.
   * @throws UserNotFound, LastAdmin, EmailTaken, NamedByIssuer.
   */
  async change(actor: Principal, userId: string, wanted: UserChange, reason: string): Promise<User> {
    const publisherLimit = wanted.publisherLimit === 0 ? null : wanted.publisherLimit;
    const change = { ...wanted, ...(publisherLimit === undefined ? {} : { publisherLimit }) };
    return this.transactions.run(async (scope) => {
      const { before, after } = await this.users.change(scope, userId, change);
      const changed = differences(before, after);
      if (!changed) return after;
      await this.audit.record(scope, actor, 'user.update', userId, { ...changed, reason });
      await this.tokens.forgetPrincipals(scope);
      return after;
    });
  }

  /** @throws UserNotFound, LastAdmin, UserStillNeeded. */
  async delete(actor: Principal, userId: string): Promise<void> {
    await this.transactions.run(async (scope) => {
      const { isAdmin, isApproved } = await this.users.delete(scope, userId);
      await this.audit.record(scope, actor, 'user.delete', userId, { before: { isAdmin, isApproved } });
      await this.tokens.forgetPrincipals(scope);
    });
  }

  /** The user's tokens that are not revoked, newest first. @throws UserNotFound */
  async tokensOf(userId: string): Promise<AccessToken[]> {
    await this.users.require(userId);
    return this.tokens.listOfUser(userId);
  }

  /** @throws UserNotFound, TokenNotFound. */
  async revokeToken(actor: Principal, userId: string, tokenId: string): Promise<void> {
    await this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, userId);
      const { name } = await this.tokens.revokeOfUser(scope, userId, tokenId);
      await this.audit.record(scope, actor, 'user.revoke_token', userId, {
        before: { token_id: tokenId, name },
      });
    });
  }

  /** @throws UserNotFound */
  async revokeTokens(actor: Principal, userId: string): Promise<void> {
    await this.transactions.run(async (scope) => {
      await this.users.requireLocked(scope, userId);
      await this.tokens.revokeAllOfUser(scope, userId);
      await this.audit.record(scope, actor, 'user.revoke_tokens', userId);
    });
  }
}

type Values = Record<string, unknown>;

function differences(before: User, after: User): { before: Values; after: Values } | undefined {
  const shown = ({
    name,
    email,
    isAdmin,
    isApproved,
    suspendedAt,
    publisherLimit,
    queueWeight,
  }: User): Values => ({
    name,
    email,
    isAdmin,
    isApproved,
    isSuspended: suspendedAt !== null,
    publisherLimit,
    queueWeight,
  });
  const [was, is] = [shown(before), shown(after)];
  const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
  if (changed.length === 0) return undefined;
  const only = (values: Values): Values => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: only(was), after: only(is) };
}
