import { Injectable } from '@nestjs/common';
import { insertInto, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { OidcExchange } from './oidc-exchange.entity.js';

@Injectable()
export class OidcExchangesRepository extends Repository {
  /** @returns whether it is the first exchange of the token. */
  async insertIfAbsent(scope: TransactionScope, exchange: OidcExchange): Promise<boolean> {
    const { sql, values } = insertInto('oidc_exchanges', exchange);
    return this.hasRow(
      scope,
      `${sql} on conflict on constraint uq_oidc_exchanges_token_key do nothing returning id`,
      values,
    );
  }

  async findByAccessToken(scope: StatementScope, accessTokenId: string): Promise<OidcExchange | undefined> {
    return this.row<OidcExchange>(scope, 'select * from oidc_exchanges where access_token_id = $1', [
      accessTokenId,
    ]);
  }

  /** Tokens given for a trusted publisher since a time. */
  async listTokens(scope: TransactionScope, trustedPublisherId: string, since: Date): Promise<string[]> {
    const rows = await this.rows<{ accessTokenId: string }>(
      scope,
      'select access_token_id from oidc_exchanges where trusted_publisher_id = $1 and created_at > $2',
      [trustedPublisherId, since],
    );
    return rows.map(({ accessTokenId }) => accessTokenId);
  }

  async notePublish(scope: TransactionScope, accessTokenId: string): Promise<void> {
    await this.rows(scope, 'update oidc_exchanges set is_published = true where access_token_id = $1', [
      accessTokenId,
    ]);
  }

  /** Deletes what published nothing and whose JWT expired before a time. @returns how many. */
  async deleteUnused(scope: StatementScope, before: Date, limit: number): Promise<number> {
    const rows = await this.rows(
      scope,
      `delete from oidc_exchanges where id in (
         select id from oidc_exchanges where not is_published and expires_at < $1 limit $2 for update skip locked)
       returning id`,
      [before, limit],
    );
    return rows.length;
  }
}
