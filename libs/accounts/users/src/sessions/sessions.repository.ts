import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { TokenHolder } from '../access-tokens.repository.js';
import { Session } from './session.entity.js';

/** A session with its user, as needed to check a request. */
export type SessionHolder = TokenHolder & Pick<Session, 'renewedAt'>;

/** Every query of the table `sessions`, and those of `access_tokens` that concern sessions. */
@Injectable()
export class SessionsRepository extends Repository {
  async insert(scope: TransactionScope, session: Session): Promise<void> {
    await this.manager(scope).insert(Session, session);
  }

  /** The holder of a valid session by its text, or by the previous one while that is accepted. */
  async findHolder(scope: StatementScope, digest: Buffer): Promise<SessionHolder | undefined> {
    return this.row<SessionHolder>(
      scope,
      `select t.id, t.scopes, t.publisher_id, t.node_id, t.expires_at, s.renewed_at,
              u.id as user_id, u.name, u.email, u.is_admin, u.is_approved, u.queue_weight
         from sessions s join access_tokens t on t.id = s.token_id join users u on u.id = t.user_id
        where (s.digest = $1 or (s.previous_digest = $1 and s.previous_until > $2))
          and t.revoked_at is null and t.expires_at > $2
          and u.suspended_at is null and u.deleted_at is null`,
      [digest, this.clock.now()],
    );
  }

  /** Replaces the current text; undefined when another request has just done so. */
  async renew(
    scope: StatementScope,
    digest: Buffer,
    next: { digest: Buffer; previousUntil: Date },
  ): Promise<Pick<Session, 'endsAt'> | undefined> {
    return this.row(
      scope,
      `update sessions set digest = $2, previous_digest = digest, previous_until = $3, renewed_at = $4
        where digest = $1 returning ends_at`,
      [digest, next.digest, next.previousUntil, this.clock.now()],
    );
  }

  /** Ends all but the user's newest sessions. @returns whether there were more. */
  async endOldest(scope: TransactionScope, userId: string, kept: number): Promise<boolean> {
    return this.hasRow(
      scope,
      `update access_tokens set revoked_at = $3
        where id in (select id from access_tokens
                      where user_id = $1 and kind = 'session' and revoked_at is null and expires_at > $3
                      order by id desc offset $2) returning id`,
      [userId, kept, this.clock.now()],
    );
  }
}
