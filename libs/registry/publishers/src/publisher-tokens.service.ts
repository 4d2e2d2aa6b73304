import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { type AccessToken, AccessTokensService, type WantedToken } from '#libs/accounts/users';
import { PublisherRights } from './publisher-rights.js';

/** Tokens that may write to one publisher only. Every method throws what `PublisherRights.requireOwned` throws. */
@Injectable()
export class PublisherTokensService {
  constructor(
    private readonly rights: PublisherRights,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditLog,
    private readonly transactions: TransactionRunner,
  ) {}

  /** The publisher's tokens of all its owners, newest first. */
  async list(principal: Principal, publisherId: string): Promise<AccessToken[]> {
    await this.rights.requireOwnersView(principal, publisherId);
    return this.tokens.listOfPublisher(publisherId);
  }

  /**
   * Makes a token of the caller that is bound to the publisher.
   * @throws ScopeNotHeld, TokenOutlivesItself, TokenLimitReached, InvalidRequest for an end in the past.
   */
  async issue(
    principal: Principal,
    publisherId: string,
    wanted: WantedToken,
  ): Promise<{ token: AccessToken; text: string }> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    return this.transactions.run(async (scope) => {
      const issued = await this.tokens.issueBound(scope, principal, wanted, publisherId);
      const after = { token_id: issued.token.id };
      await this.audit.record(scope, principal, 'publisher.issue_token', publisherId, { after });
      return issued;
    });
  }

  /** Revokes one of the publisher's tokens, whichever owner made it. @throws TokenNotFound. */
  async revoke(principal: Principal, publisherId: string, tokenId: string): Promise<void> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    await this.transactions.run(async (scope) => {
      await this.tokens.revokeOfPublisher(scope, tokenId, publisherId);
      const after = { token_id: tokenId };
      await this.audit.record(scope, principal, 'publisher.revoke_token', publisherId, { after });
    });
  }
}
