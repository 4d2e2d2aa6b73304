import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/audit';
import { TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { AccessTokensService, type User, type UserRights, UsersService } from '#libs/users';

/** What admins do with users. Whether the caller is one is the route's business. */
@Injectable()
export class UserAdminService {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditLog,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Users, newest first, from the one at `offset` on. */
  async list(
    search: string | undefined,
    offset: number,
    limit: number,
  ): Promise<{ users: User[]; total: number }> {
    return this.users.list(search, { offset, limit });
  }

  /**
   * Approves a user or makes one an admin, or takes that back; counts on every process within 5 seconds.
   * @throws UserNotFound, LastAdmin.
   */
  async changeRights(actor: Principal, userId: string, rights: UserRights, reason: string): Promise<User> {
    return this.transactions.run(async (scope) => {
      const { before, after } = await this.users.changeRights(scope, userId, rights);
      if (before.isAdmin === after.isAdmin && before.isApproved === after.isApproved) return after;
      await this.audit.record(scope, {
        actor,
        action: 'user.update',
        target: { kind: 'user', id: userId },
        reason,
        before: { isAdmin: before.isAdmin, isApproved: before.isApproved },
        after: { isAdmin: after.isAdmin, isApproved: after.isApproved },
      });
      await this.tokens.forgetPrincipals(scope);
      return after;
    });
  }
}
