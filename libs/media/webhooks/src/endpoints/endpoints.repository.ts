import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { DisabledReason, WebhookEndpoint } from './webhook-endpoint.entity.js';

export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'url' | 'description' | 'kinds' | 'statuses' | 'notices'>
>;

export type AttemptCounts = { received: number; failed: number };

/** Failures further apart than this count as separate incidents. Longer than the longest pause between retries. */
const SAME_TROUBLE = `interval '2 days'`;

@Injectable()
export class EndpointsRepository extends Repository {
  /** @returns Whether the user had fewer than `most`. Concurrent inserts of a user wait for each other. */
  async insert(
    scope: TransactionScope,
    endpoint: Pick<
      WebhookEndpoint,
      'id' | 'userId' | 'url' | 'description' | 'kinds' | 'statuses' | 'notices' | 'secret'
    >,
    most: number,
  ): Promise<WebhookEndpoint | undefined> {
    await this.rows(scope, `select pg_advisory_xact_lock(hashtextextended('webhook_endpoints ' || $1, 0))`, [
      endpoint.userId,
    ]);
    return this.row<WebhookEndpoint>(
      scope,
      `insert into webhook_endpoints (id, user_id, url, description, kinds, statuses, secret, created_at, notices)
       select $1, $2::uuid, $3, $4, $5, $6, $7, $8, $10
        where (select count(*) from webhook_endpoints where user_id = $2::uuid) < $9 returning *`,
      [
        endpoint.id,
        endpoint.userId,
        endpoint.url,
        endpoint.description,
        endpoint.kinds,
        endpoint.statuses,
        endpoint.secret,
        this.clock.now(),
        most,
        endpoint.notices,
      ],
    );
  }

  async find(scope: StatementScope, id: string): Promise<WebhookEndpoint | undefined> {
    return this.row<WebhookEndpoint>(scope, 'select * from webhook_endpoints where id = $1', [id]);
  }

  /** Oldest first. */
  async listOf(scope: StatementScope, userId: string): Promise<WebhookEndpoint[]> {
    return this.rows<WebhookEndpoint>(
      scope,
      'select * from webhook_endpoints where user_id = $1 order by id',
      [userId],
    );
  }

  async listActive(scope: StatementScope, userIds: readonly string[]): Promise<WebhookEndpoint[]> {
    return this.rows<WebhookEndpoint>(
      scope,
      'select * from webhook_endpoints where user_id = any($1) and disabled_at is null order by id',
      [userIds],
    );
  }

  async change(scope: TransactionScope, id: string, change: EndpointChange): Promise<void> {
    await this.rows(
      scope,
      `update webhook_endpoints e set url = c.url, description = c.description, kinds = c.kinds, statuses = c.statuses,
         notices = c.notices
       from webhook_endpoints o, jsonb_populate_record(o, $2) c where o.id = $1 and e.id = o.id`,
      [id, columnsJson(change)],
    );
  }

  /** The old secret stays valid until then. */
  async replaceSecret(
    scope: TransactionScope,
    id: string,
    secret: Buffer,
    until: Date,
  ): Promise<{ secret: Buffer }> {
    await this.rows(
      scope,
      `update webhook_endpoints set previous_secret = secret, previous_secret_until = $3, secret = $2 where id = $1`,
      [id, secret, until],
    );
    return { secret };
  }

  /** Starts without any recorded failure. */
  async enable(scope: TransactionScope, id: string): Promise<void> {
    await this.rows(
      scope,
      `update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null, last_failure_at = null
        where id = $1`,
      [id],
    );
  }

  /** @returns The endpoint; undefined when it was already off. */
  async disable(
    scope: TransactionScope,
    id: string,
    reason: DisabledReason,
  ): Promise<WebhookEndpoint | undefined> {
    return this.row<WebhookEndpoint>(
      scope,
      `update webhook_endpoints set disabled_at = $2, disabled_reason = $3 where id = $1 and disabled_at is null
       returning *`,
      [id, this.clock.now(), reason],
    );
  }

  /** Records a received attempt. Writes nothing if the last one was received, too. */
  async noteReceived(scope: TransactionScope, id: string): Promise<void> {
    await this.rows(
      scope,
      `update webhook_endpoints set failing_since = null, last_failure_at = null
        where id = $1 and failing_since is not null`,
      [id],
    );
  }

  /** Records a failed attempt. @returns Since when every attempt has failed, without a long pause between two of them. */
  async noteFailure(scope: TransactionScope, id: string): Promise<Date | undefined> {
    const row = await this.row<{ failingSince: Date }>(
      scope,
      `update webhook_endpoints set last_failure_at = $2, failing_since = case
         when last_failure_at > $2::timestamptz - ${SAME_TROUBLE} then failing_since else $2 end
       where id = $1 and disabled_at is null returning failing_since`,
      [id, this.clock.now()],
    );
    return row?.failingSince;
  }

  async delete(scope: TransactionScope, id: string): Promise<void> {
    await this.rows(scope, 'delete from webhook_endpoints where id = $1', [id]);
  }

  async deleteOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.rows(scope, 'delete from webhook_endpoints where user_id = $1', [userId]);
  }

  async countAttempts(
    scope: StatementScope,
    ids: readonly string[],
    since: Date,
  ): Promise<Map<string, AttemptCounts>> {
    const rows = await this.rows<AttemptCounts & { endpointId: string }>(
      scope,
      `select endpoint_id, count(*) filter (where response_status between 200 and 299)::int as received,
              count(*) filter (where response_status is null or response_status not between 200 and 299)::int as failed
         from webhook_attempts where endpoint_id = any($1) and started_at > $2 group by endpoint_id`,
      [ids, since],
    );
    return new Map(rows.map(({ endpointId, ...counts }) => [endpointId, counts]));
  }
}
