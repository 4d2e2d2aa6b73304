import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AccessTokensService, UsersService } from '#libs/accounts/users';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { PublisherBanned, PublisherRights, ProofsService } from '#libs/registry/publishers';
import { provenanceOf } from './issuers/ci-identity.js';
import { IdentityTokens, type VerifiedToken } from './issuers/identity-tokens.js';
import type { OidcExchange } from './oidc-exchange.entity.js';
import { OidcExchangesRepository } from './oidc-exchanges.repository.js';
import { type TrustedPublisher, trusting } from './trusted-publisher.entity.js';
import { TrustedPublishersRepository } from './trusted-publishers.repository.js';
import { IdentityTokenUsed, NoTrustedPublisher } from './trusted-publishing.errors.js';

/** How long a token works that was given for a CI token. */
export const PUBLISH_TOKEN_MS = 15 * 60_000;

export type ExchangedToken = { text: string; expiresAt: Date; publisherId: string; nodeId: string };

/** Gives a token that publishes one node for the token of a CI job. */
@Injectable()
export class TokenExchange {
  constructor(
    private readonly identities: IdentityTokens,
    private readonly trusted: TrustedPublishersRepository,
    private readonly exchanges: OidcExchangesRepository,
    private readonly rights: PublisherRights,
    private readonly proofs: ProofsService,
    private readonly nodes: NodesService,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /**
   * @param nodeId Chooses between several nodes that the job may publish.
   * @throws InvalidIdentityToken, IdentityTokenUsed, NoTrustedPublisher, PublisherBanned, NodeBanned; NodeTaken when another
   * publisher has the node by now; InvalidRequest when several nodes match; Unavailable without the issuer's keys.
   */
  async exchange(token: string, nodeId: string | undefined): Promise<ExchangedToken> {
    const verified = await this.identities.verify(token);
    const one = await this.requireTrust(verified, nodeId);
    const userId = await this.requireSponsor(one);
    const { publisher } = await this.rights.requireWithRole(NO_TRANSACTION, undefined, one.publisherId);
    if (publisher.status === 'PublisherStatusBanned') throw new PublisherBanned();
    const node = await this.nodes.requirePublishable(one.publisherId, one.nodeId);
    return this.transactions.run((scope) =>
      this.give(scope, { token, verified, one, userId, nodeId: node?.id ?? one.nodeId }),
    );
  }

  /** The exchange that gave the caller's token; undefined for other callers. */
  async findFor({
    nodeId,
    tokenId,
  }: Pick<Principal, 'nodeId' | 'tokenId'>): Promise<OidcExchange | undefined> {
    if (nodeId === undefined || tokenId === undefined) return undefined;
    return this.findByToken(tokenId);
  }

  /** The exchange that gave a token, which may have ended. */
  async findByToken(tokenId: string): Promise<OidcExchange | undefined> {
    return this.exchanges.findByAccessToken(NO_TRANSACTION, tokenId);
  }

  /** Keeps the exchange, as a version has come of it. */
  async notePublish(scope: TransactionScope, tokenId: string): Promise<void> {
    await this.exchanges.notePublish(scope, tokenId);
  }

  /** Deletes exchanges that published nothing. @returns how many, at most `limit`. */
  async forgetUnused(before: Date, limit: number): Promise<number> {
    return this.exchanges.deleteUnused(NO_TRANSACTION, before, limit);
  }

  private async requireTrust(
    { issuer, identity }: VerifiedToken,
    nodeId: string | undefined,
  ): Promise<TrustedPublisher> {
    const ofRepository = await this.trusted.listOfRepository(
      NO_TRANSACTION,
      issuer.issuer,
      identity.repositoryId,
    );
    const wanted = ofRepository.filter((one) => nodeId === undefined || one.nodeKey === nodeId.toLowerCase());
    if (ofRepository.length > 0 && wanted.length === 0)
      throw new NoTrustedPublisher('No trusted publisher of this repository is for that node.');
    const { found, ...without } = trusting(wanted, identity);
    if (!found)
      throw new NoTrustedPublisher(
        `No trusted publisher matches the identity token: ${'difference' in without ? without.difference : 'it'} is not the trusted one.`,
      );
    const nodes = [...new Set(found.map((one) => `${one.publisherId}/${one.nodeKey}`))];
    if (nodes.length > 1)
      throw invalidFields([`node_id must be given, as the workflow may publish ${nodes.length} nodes`]);
    // The one that says most about the job.
    const [best] = found.sort((a, b) => b.environment.length - a.environment.length);
    if (!best) throw new NoTrustedPublisher();
    return best;
  }

  /** The owner for whom the job acts. @throws NoTrustedPublisher when that user is no owner any more. */
  private async requireSponsor({ addedBy, publisherId }: TrustedPublisher): Promise<string> {
    const user = addedBy === null ? undefined : (await this.users.findMany([addedBy]))[0];
    const counts = user && user.suspendedAt === null && user.deletedAt === null;
    if (counts && (await this.rights.isOwner({ userId: user.id }, publisherId))) return user.id;
    throw new NoTrustedPublisher(
      'The user who added the trusted publisher is not an owner of the publisher any more. An owner has to add it again.',
    );
  }

  private async give(
    scope: TransactionScope,
    {
      token,
      verified: { issuer, identity, tokenKey, expiresAt, issuerKey },
      one,
      userId,
      nodeId,
    }: { token: string; verified: VerifiedToken; one: TrustedPublisher; userId: string; nodeId: string },
  ): Promise<ExchangedToken> {
    if (!(await this.trusted.hold(scope, one.id))) throw new NoTrustedPublisher();
    const ends = this.clock.in(PUBLISH_TOKEN_MS);
    const { text, token: given } = await this.tokens.issue(scope, {
      userId,
      kind: 'publish',
      name: `CI of ${identity.repository}`,
      description: identity.runUrl,
      scopes: [],
      expiresAt: ends,
      publisherId: one.publisherId,
      nodeId,
    });
    const isFirst = await this.exchanges.insertIfAbsent(scope, {
      id: uuidv7(),
      issuer: issuer.issuer,
      tokenKey,
      trustedPublisherId: one.id,
      accessTokenId: given.id,
      identityToken: token,
      issuerKey,
      provenance: provenanceOf(issuer, identity),
      expiresAt,
      isPublished: false,
      createdAt: this.clock.now(),
    });
    if (!isFirst) throw new IdentityTokenUsed();
    await this.trusted.noteUse(scope, one.id, identity.repository);
    const address = (path: string): string => `${issuer.webUrl}/${path}`;
    await this.proofs.noteTrusted(
      scope,
      one.publisherId,
      address(identity.repository),
      address(one.repository),
    );
    return { text, expiresAt: ends, publisherId: one.publisherId, nodeId };
  }
}
