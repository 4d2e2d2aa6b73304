import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { UserInvitation } from './user-invitation.entity.js';

@Injectable()
export class UserInvitationsRepository extends Repository {
  async insert(scope: TransactionScope, invitation: UserInvitation): Promise<void> {
    await this.manager(scope).insert(UserInvitation, invitation);
  }

  async endOpen(scope: TransactionScope, userId: string): Promise<void> {
    await this.rows(
      scope,
      `update user_invitations set expires_at = $2
        where user_id = $1 and accepted_at is null and expires_at > $2`,
      [userId, this.clock.now()],
    );
  }

  /** Uses up an open invitation; only one of several concurrent callers gets it. */
  async take(scope: TransactionScope, digest: Buffer): Promise<boolean> {
    return this.hasRow(
      scope,
      `update user_invitations set accepted_at = $2
        where digest = $1 and accepted_at is null and expires_at > $2 returning id`,
      [digest, this.clock.now()],
    );
  }

  async findByDigest(scope: TransactionScope, digest: Buffer): Promise<UserInvitation | undefined> {
    return this.row<UserInvitation>(scope, 'select * from user_invitations where digest = $1', [digest]);
  }

  async listOpen(scope: StatementScope, userIds: readonly string[]): Promise<UserInvitation[]> {
    return this.rows<UserInvitation>(
      scope,
      `select * from user_invitations
        where user_id = any($1) and accepted_at is null and expires_at > $2`,
      [userIds, this.clock.now()],
    );
  }

  async deleteOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.manager(scope).delete(UserInvitation, { userId });
  }
}
