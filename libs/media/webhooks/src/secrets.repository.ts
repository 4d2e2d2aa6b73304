import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { type SecretOwner, WebhookSecret } from './webhook.entity.js';

/** Phrased so that an index serves both users and the installation; `is not distinct from` would use none. */
const OF_OWNER = '(user_id = $1 or ($1::uuid is null and user_id is null))';

type FreshSecret = Pick<WebhookSecret, 'id' | 'userId' | 'secret'>;

@Injectable()
export class SecretsRepository extends Repository {
  /** The owner's current secret; `fresh` is inserted when there is none. */
  async findOrInsert(scope: StatementScope, fresh: FreshSecret): Promise<WebhookSecret> {
    await this.rows(
      scope,
      `insert into webhook_secrets (id, user_id, secret) values ($1, $2, $3)
       on conflict (user_id) where expires_at is null do nothing`,
      [fresh.id, fresh.userId, fresh.secret],
    );
    const secret = await this.row<WebhookSecret>(
      scope,
      `select * from webhook_secrets where ${OF_OWNER} and expires_at is null`,
      [fresh.userId],
    );
    if (!secret) throw new Error('The secret was neither inserted nor found');
    return secret;
  }

  /** Secrets that sign now: the current one first, then replaced ones that have not expired. */
  async listValid(scope: StatementScope, owner: SecretOwner): Promise<WebhookSecret[]> {
    return this.rows<WebhookSecret>(
      scope,
      `select * from webhook_secrets where ${OF_OWNER} and (expires_at is null or expires_at > $2)
        order by created_at desc`,
      [owner, this.clock.now()],
    );
  }

  async deleteOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.manager(scope).delete(WebhookSecret, { userId });
  }

  /** Replaces the owner's current secret by `fresh`, unless another transaction just has; the old one signs until then. */
  async replace(scope: TransactionScope, fresh: FreshSecret, until: Date): Promise<WebhookSecret> {
    await this.rows(
      scope,
      `update webhook_secrets set expires_at = $2 where ${OF_OWNER} and expires_at is null`,
      [fresh.userId, until],
    );
    return this.findOrInsert(scope, fresh);
  }
}
