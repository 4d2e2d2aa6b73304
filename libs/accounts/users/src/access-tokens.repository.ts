import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { Scope } from '#libs/platform/http';
import { AccessToken } from './access-token.entity.js';
import type { User } from './user.entity.js';

/** A token with its user, as needed to check a request. */
export type TokenHolder = Pick<AccessToken, 'id' | 'scopes' | 'publisherId' | 'nodeId' | 'expiresAt'> & {
  userId: string;
} & Pick<User, 'name' | 'email' | 'isAdmin' | 'isApproved' | 'queueWeight'>;

/** Tokens with no scope but these, bound to this publisher; absent fields do not restrict. */
export type TokenReach = { scopes?: readonly Scope[] | undefined; publisherId?: string | undefined };

const WITHIN = `($2::text[] is null or scopes <@ $2) and ($3::text is null or publisher_id = $3)`;

@Injectable()
export class AccessTokensRepository extends Repository {
  async insert(scope: StatementScope, token: AccessToken): Promise<void> {
    await this.manager(scope).insert(AccessToken, token);
  }

  /** The holder of a token that is neither revoked nor expired. */
  async findHolder(scope: StatementScope, digest: Buffer): Promise<TokenHolder | undefined> {
    return this.row<TokenHolder>(
      scope,
      `select t.id, t.scopes, t.publisher_id, t.node_id, t.expires_at,
              u.id as user_id, u.name, u.email, u.is_admin, u.is_approved, u.queue_weight
         from access_tokens t join users u on u.id = t.user_id
        where t.digest = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)
          and u.suspended_at is null and u.deleted_at is null`,
      [digest, this.clock.now()],
    );
  }

  async find(scope: StatementScope, id: string): Promise<AccessToken | null> {
    return this.manager(scope).findOneBy(AccessToken, { id });
  }

  async findMany(scope: StatementScope, ids: readonly string[]): Promise<AccessToken[]> {
    return this.rows<AccessToken>(scope, 'select * from access_tokens where id = any($1)', [ids]);
  }

  /** The token with this digest, even if revoked or expired. */
  async findByDigest(scope: TransactionScope, digest: Buffer): Promise<AccessToken | undefined> {
    return this.row<AccessToken>(scope, 'select * from access_tokens where digest = $1', [digest]);
  }

  /** The user's tokens within `reach`, newest first; only unexpired sessions. */
  async listOf(scope: StatementScope, userId: string, reach: TokenReach = {}): Promise<AccessToken[]> {
    return this.rows<AccessToken>(
      scope,
      `select * from access_tokens
        where user_id = $1 and ${WITHIN} and revoked_at is null and (kind = 'token' or expires_at > $4)
        order by id desc`,
      [userId, ...reachOf(reach), this.clock.now()],
    );
  }

  /** How many of the user's tokens still work, not counting sessions. */
  async countLiving(scope: TransactionScope, userId: string): Promise<number> {
    const count = await this.row<{ living: number }>(
      scope,
      `select count(*)::int as living from access_tokens
        where user_id = $1 and kind = 'token' and revoked_at is null
          and (expires_at is null or expires_at > $2)`,
      [userId, this.clock.now()],
    );
    return count?.living ?? 0;
  }

  /** Without those of trusted publishing, which end by themselves. */
  async listOfPublisher(scope: StatementScope, publisherId: string): Promise<AccessToken[]> {
    return this.rows<AccessToken>(
      scope,
      `select * from access_tokens
        where publisher_id = $1 and kind <> 'publish' and revoked_at is null order by id desc`,
      [publisherId],
    );
  }

  /** Revokes the token if it belongs to `userId` and is within `reach`. @returns whether it did. */
  async revoke(
    scope: TransactionScope,
    tokenId: string,
    userId: string,
    reach: TokenReach = {},
  ): Promise<boolean> {
    return this.revokeWhere(scope, `user_id = $1 and ${WITHIN} and id = $4`, [
      userId,
      ...reachOf(reach),
      tokenId,
    ]);
  }

  /** Revokes every token of the user with this name. */
  async revokeNamed(scope: TransactionScope, userId: string, name: string): Promise<void> {
    await this.revokeWhere(scope, 'user_id = $1 and name = $2', [userId, name]);
  }

  async revokeAllOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.revokeWhere(scope, 'user_id = $1', [userId]);
  }

  async deleteOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.manager(scope).delete(AccessToken, { userId });
  }

  /** Revokes the token if it is bound to `publisherId`. @returns whether it was. */
  async revokeOfPublisher(scope: TransactionScope, tokenId: string, publisherId: string): Promise<boolean> {
    return this.revokeWhere(scope, 'id = $1 and publisher_id = $2', [tokenId, publisherId]);
  }

  /** Records the last use of many tokens; sessions are extended by `idleMs` from there, up to their final end. */
  async touch(scope: StatementScope, uses: ReadonlyMap<string, Date>, idleMs: number): Promise<void> {
    await this.rows(
      scope,
      `update access_tokens t
          set last_used_at = u.at,
              expires_at = case when s.token_id is null then t.expires_at
                                else least(u.at + $3 * interval '1 millisecond', s.ends_at) end
         from unnest($1::uuid[], $2::timestamptz[]) as u(id, at) left join sessions s on s.token_id = u.id
        where t.id = u.id`,
      [[...uses.keys()], [...uses.values()], idleMs],
    );
  }

  /**
   * Revokes these tokens and all tokens made from them, recursively. The user is locked as for making a token, so
   * none is made meanwhile; the second statement sees those made before.
   */
  private async revokeWhere(
    scope: TransactionScope,
    condition: string,
    parameters: unknown[],
  ): Promise<boolean> {
    const roots = `from access_tokens where ${condition} and revoked_at is null`;
    await this.rows(
      scope,
      `select from users where id in (select user_id ${roots}) order by id for no key update`,
      parameters,
    );
    return this.hasRow(
      scope,
      `with recursive ended as (
         select id ${roots} union select t.id from access_tokens t join ended e on t.parent_id = e.id
       ), revoked as (
         update access_tokens set revoked_at = now()
          where id in (select id from ended) and revoked_at is null returning id
       ) select id from revoked`,
      parameters,
    );
  }
}

function reachOf({ scopes, publisherId }: TokenReach): [readonly Scope[] | null, string | null] {
  return [scopes ?? null, publisherId ?? null];
}
