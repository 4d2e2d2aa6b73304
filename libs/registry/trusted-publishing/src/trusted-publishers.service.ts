import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditLog } from '#libs/accounts/audit';
import { AccessTokensService } from '#libs/accounts/users';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { OwnerRequired, ProofsService, PublisherRights, PublishersService } from '#libs/registry/publishers';
import type { AddTrustedPublisherRequest } from './dto/trusted-publisher.request.js';
import { type KnownRepository, RepositoryLookup } from './issuers/repository-lookup.js';
import type { CiKind, TrustedIssuer } from './issuers/trusted-issuers.js';
import { OidcExchangesRepository } from './oidc-exchanges.repository.js';
import { PUBLISH_TOKEN_MS } from './token-exchange.js';
import type { TrustedPublisher } from './trusted-publisher.entity.js';
import { TrustedPublishersRepository } from './trusted-publishers.repository.js';
import {
  TokenTooNarrow,
  TrustedPublisherLimitReached,
  TrustedPublisherNotFound,
} from './trusted-publishing.errors.js';
import { TrustedPublishingSettings } from './trusted-publishing.settings.js';

const TRUSTED_PUBLISHERS_MAX = 100;

/** Where a workflow lies that is given by its name alone. */
const WORKFLOW_FOLDERS: Record<CiKind, string> = {
  github: '.github/workflows/',
  gitlab: '',
  forgejo: '.forgejo/workflows/',
};

/** Which CI jobs may publish. Changes need a person's token: one from a build server would let its thief stay. */
@Injectable()
export class TrustedPublishersService {
  constructor(
    private readonly rows: TrustedPublishersRepository,
    private readonly exchanges: OidcExchangesRepository,
    private readonly settings: TrustedPublishingSettings,
    private readonly lookup: RepositoryLookup,
    private readonly rights: PublisherRights,
    private readonly publishers: PublishersService,
    private readonly proofs: ProofsService,
    private readonly nodes: NodesService,
    private readonly tokens: AccessTokensService,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws what `PublisherRights.requireOwnersView` throws. */
  async list(principal: Principal, publisherId: string): Promise<TrustedPublisher[]> {
    await this.rights.requireOwnersView(principal, publisherId);
    return this.rows.list(NO_TRANSACTION, publisherId);
  }

  /**
   * @throws TokenTooNarrow, InvalidRequest, RepositoryNotFound, Unavailable, TrustedPublisherExists,
   * TrustedPublisherLimitReached; NodeTaken for a node of another publisher, NodeBanned; OwnerRequired for an admin who is no
   * owner, as the jobs act for the one who trusts them; and what `PublisherRights.requireOwned` throws.
   */
  async add(
    principal: Principal,
    publisherId: string,
    wanted: AddTrustedPublisherRequest,
  ): Promise<TrustedPublisher> {
    await this.requireOwnerInPerson(principal, publisherId);
    if (!(await this.rights.isOwner(principal, publisherId))) throw new OwnerRequired();
    const issuer = this.requireIssuer(wanted.issuer);
    await this.nodes.requirePublishable(publisherId, wanted.node_id);
    const repository = await this.identify(issuer, wanted);
    const one: TrustedPublisher = {
      id: uuidv7(),
      publisherId,
      nodeId: wanted.node_id,
      nodeKey: wanted.node_id.toLowerCase(),
      issuer: issuer.issuer,
      ...repository,
      workflow: wanted.workflow.includes('/')
        ? wanted.workflow
        : WORKFLOW_FOLDERS[issuer.kind] + wanted.workflow,
      environment: wanted.environment,
      refType: wanted.ref_type ?? null,
      requiresProtectedRef: wanted.requires_protected_ref,
      addedBy: principal.userId,
      lastUsedAt: null,
      createdAt: this.clock.now(),
    };
    return this.transactions.run(async (scope) => {
      await this.publishers.requireLocked(scope, publisherId);
      const { length } = await this.rows.list(scope, publisherId);
      if (length >= TRUSTED_PUBLISHERS_MAX) throw new TrustedPublisherLimitReached();
      await this.rows.insert(scope, one);
      await this.audit.record(scope, principal, 'publisher.add_trusted_publisher', publisherId, {
        after: described(one),
      });
      return one;
    });
  }

  /** Also ends the tokens that were given for it. @throws TokenTooNarrow, TrustedPublisherNotFound, and as `add`. */
  async remove(principal: Principal, publisherId: string, id: string): Promise<void> {
    await this.requireOwnerInPerson(principal, publisherId);
    await this.transactions.run(async (scope) => {
      const tokenIds = await this.exchanges.listTokens(scope, id, this.clock.in(-PUBLISH_TOKEN_MS));
      const removed = await this.rows.delete(scope, publisherId, id);
      if (!removed) throw new TrustedPublisherNotFound();
      for (const tokenId of tokenIds) await this.tokens.revokeOfPublisher(scope, tokenId, publisherId);
      await this.audit.record(scope, principal, 'publisher.remove_trusted_publisher', publisherId, {
        before: described(removed),
      });
      await this.withdrawProof(scope, principal, removed);
    });
  }

  /** @throws TokenTooNarrow, what `NodesService.requireTrustedPublishing` throws, and as `add`. */
  async require(principal: Principal, publisherId: string, nodeId: string, required: boolean): Promise<void> {
    await this.requireOwnerInPerson(principal, publisherId);
    await this.nodes.requireTrustedPublishing(principal, publisherId, nodeId, required);
  }

  /** Without any trusted workflow of the repository, nothing proves it any more. */
  private async withdrawProof(
    scope: TransactionScope,
    principal: Principal,
    { publisherId, issuer: name, repository, repositoryId }: TrustedPublisher,
  ): Promise<void> {
    const others = await this.rows.list(scope, publisherId);
    const issuer = this.settings.issuers.find((one) => one.issuer === name);
    if (!issuer || others.some((one) => one.issuer === name && one.repositoryId === repositoryId)) return;
    await this.proofs.withdraw(scope, principal, publisherId, `${issuer.webUrl}/${repository}`);
  }

  private async requireOwnerInPerson(principal: Principal, publisherId: string): Promise<void> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    if (principal.publisherId !== undefined) throw new TokenTooNarrow();
  }

  /** @throws InvalidRequest */
  private requireIssuer(name: string): TrustedIssuer {
    const { issuers } = this.settings;
    const issuer = issuers.find((one) => one.issuer === name);
    if (issuer) return issuer;
    const known = issuers.map((one) => one.issuer).join(', ') || 'none is allowed here';
    throw invalidFields([`issuer must be an issuer that the service allows (${known})`]);
  }

  private async identify(
    issuer: TrustedIssuer,
    { repository, repository_id: repositoryId, owner_id: ownerId }: AddTrustedPublisherRequest,
  ): Promise<KnownRepository> {
    if (repositoryId !== undefined && ownerId !== undefined) return { repository, repositoryId, ownerId };
    if (repositoryId !== undefined || ownerId !== undefined)
      throw invalidFields(['repository_id and owner_id must be sent together, or neither']);
    return this.lookup.find(issuer, repository);
  }
}

function described({ nodeId, issuer, repository, repositoryId, workflow, environment }: TrustedPublisher) {
  return { node_id: nodeId, issuer, repository, repository_id: repositoryId, workflow, environment };
}
