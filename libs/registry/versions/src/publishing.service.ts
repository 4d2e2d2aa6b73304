import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import { NodesService, type PublishedNodeFields } from '#libs/registry/nodes';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { InsufficientScope, Unauthorized } from '#libs/platform/errors';
import { type Principal, PrincipalResolver } from '#libs/platform/http';
import { PublisherRights } from '#libs/registry/publishers';
import { LinkSigner } from '#libs/platform/signing';
import { TokenExchange } from '#libs/registry/trusted-publishing';
import { PendingUploads } from '#libs/platform/storage';
import {
  type NewVersionRow,
  type NodeVersion,
  NodeVersionsRepository,
  readSemanticVersion,
  type SemanticVersion,
} from '#libs/registry/versions/store';
import { TrustedPublishingRequired, versionTaken } from './node-version.errors.js';
import { nameOf } from './version-name.js';
import { VersionReaderRepository } from './version-reader.repository.js';
import { v7 as uuidv7 } from 'uuid';

/** How long an upload link works. Source: completions §7, Publish. */
const UPLOAD_MS = 15 * 60 * 1000;

/** A version as a publisher describes it. */
export type NewVersion = Pick<
  NodeVersion,
  | 'version'
  | 'changelog'
  | 'dependencies'
  | 'deprecated'
  | 'supportedOs'
  | 'supportedAccelerators'
  | 'supportedAppVersion'
  | 'supportedAppFrontendVersion'
  | 'tags'
>;

/** A version that waits for its archive, and the link to upload it to. */
export type Published = { version: NodeVersion; signedUrl: string };

@Injectable()
export class PublishingService {
  constructor(
    private readonly versions: NodeVersionsRepository,
    private readonly reader: VersionReaderRepository,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly exchange: TokenExchange,
    private readonly principals: PrincipalResolver,
    private readonly links: LinkSigner,
    private readonly uploads: PendingUploads,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The publishing caller: the caller of the request, or the holder of the token in the body.
   * @throws Unauthorized, InsufficientScope
   */
  async requirePublisher(caller: Principal | undefined, tokenInBody: string | undefined): Promise<Principal> {
    const principal =
      caller ?? (tokenInBody === undefined ? undefined : await this.principals.resolve(tokenInBody));
    if (!principal) {
      throw new Unauthorized('Send a token as a bearer token or in the field personal_access_token.');
    }
    if (!principal.scopes.includes('registry:write') && principal.nodeId === undefined) {
      throw new InsufficientScope('The token lacks the scope "registry:write".');
    }
    return principal;
  }

  /**
   * Creates a pending version, in place of one whose archive was refused, and the node when it does not exist. The same
   * request again continues with the version while it waits for its archive, because the first reply may have been lost or
   * the upload may have failed.
   * @returns The version and the link to upload its archive to.
   * @throws VersionTaken, TrustedPublishingRequired, InsufficientScope for a token that publishes another node, and what
   * creating or editing the node throws.
   */
  async publish(
    principal: Principal,
    publisherId: string,
    nodeId: string,
    node: PublishedNodeFields | undefined,
    input: NewVersion,
  ): Promise<Published> {
    const number = readSemanticVersion(input.version);
    if (!number) throw new Error('The version has been validated before');
    await this.rights.requireWritable(principal, publisherId);
    await this.requireWay(principal, nodeId);
    const findTaken = (): Promise<NodeVersion | undefined> =>
      this.reader.findTaken(NO_TRANSACTION, publisherId, nodeId, number.text);
    // The constraint decides between two requests at once; this check avoids a change of the node when the number is taken.
    const taken = await findTaken();
    if (taken && !isFree(taken)) return this.resume(principal, taken, node, input);
    const target = await this.nodes.prepareForPublish(principal, publisherId, nodeId, node);
    const { version: _, ...described } = input;
    const version = pendingVersion(
      {
        ...described,
        nodeId: target.id,
        publishedBy: principal.userId,
        publishedByToken: principal.tokenId ?? null,
        provenance: (await this.exchange.findFor(principal))?.provenance ?? null,
        uploadDeadline: this.clock.in(UPLOAD_MS),
      },
      number,
      this.clock.now(),
    );
    const added = await this.add(principal, version, taken);
    if (added) return this.published(added);
    const other = await findTaken();
    if (!other) throw versionTaken(version);
    return this.resume(principal, other, node, input);
  }

  /** People may publish unless the node is for trusted publishers only, and CI jobs their own node. */
  private async requireWay(principal: Principal, nodeId: string): Promise<void> {
    if (principal.nodeId === undefined) {
      if (await this.nodes.isForTrustedPublishersOnly(nodeId)) throw new TrustedPublishingRequired();
    } else if (principal.nodeId.toLowerCase() !== nodeId.toLowerCase()) {
      throw new InsufficientScope(`The token may only publish versions of the node ${principal.nodeId}.`);
    }
  }

  /** Adds a version, in place of one whose archive was refused. @returns undefined when the number is taken. */
  private async add(
    principal: Principal,
    version: NewVersionRow,
    refused: NodeVersion | undefined,
  ): Promise<NodeVersion | undefined> {
    return this.transactions.run(async (scope) => {
      if (refused) await this.giveWay(scope, refused.id);
      return this.insert(scope, principal, version);
    });
  }

  private async insert(
    scope: TransactionScope,
    principal: Principal,
    version: NewVersionRow,
  ): Promise<NodeVersion | undefined> {
    const row = await this.versions.insertIfAbsent(scope, version);
    if (!row) return undefined;
    if (row.provenance && row.publishedByToken !== null)
      await this.exchange.notePublish(scope, row.publishedByToken);
    const run = row.provenance ? { run_url: row.provenance.runUrl } : {};
    const after = { version_id: row.id, ...run };
    await this.audit.record(scope, principal, 'node_version.publish', nameOf(row), { after });
    return row;
  }

  /** Removes a version whose archive was refused, and the archive, so that its number can be published again. */
  private async giveWay(scope: TransactionScope, id: string): Promise<void> {
    const refused = await this.versions.findForUpdate(scope, id);
    if (!refused || !isFree(refused)) return;
    await this.versions.delete(scope, id);
    if (refused.archiveKey !== null) await this.uploads.release(scope, refused.archiveKey);
  }

  /** @throws VersionTaken unless the version waits for its archive and the request matches version and node as they are. */
  private async resume(
    principal: Principal,
    version: NodeVersion,
    node: PublishedNodeFields | undefined,
    input: NewVersion,
  ): Promise<Published> {
    const isSame =
      isAwaited(version, this.clock.now()) &&
      isDescribedBy(version, input) &&
      (await this.nodes.isAsDescribed(principal, version.nodeId, node));
    const renewed = isSame ? await this.renew(principal, version) : undefined;
    if (!renewed) throw versionTaken(version);
    return this.published(renewed);
  }

  /**
   * Undefined when the version does not wait for its archive any more. Where a CI job is involved, the holder of the link of
   * another caller must not fill what this one vouches for: the version gets a new id, and so a new link.
   */
  private async renew(principal: Principal, { id }: NodeVersion): Promise<NodeVersion | undefined> {
    const provenance = (await this.exchange.findFor(principal))?.provenance ?? null;
    return this.transactions.run(async (scope) => {
      const version = await this.versions.findForUpdate(scope, id);
      if (!version || !isAwaited(version, this.clock.now())) return undefined;
      const uploadDeadline = this.clock.in(UPLOAD_MS);
      const isOwn = version.publishedByToken === (principal.tokenId ?? null);
      if (isOwn || (version.provenance === null && provenance === null)) {
        await this.versions.update(scope, id, { uploadDeadline });
        return { ...version, uploadDeadline };
      }
      await this.versions.delete(scope, id);
      return this.insert(scope, principal, {
        ...version,
        id: uuidv7(),
        publishedBy: principal.userId,
        publishedByToken: principal.tokenId ?? null,
        provenance,
        uploadDeadline,
      });
    });
  }

  private published(version: NodeVersion): Published {
    return { version, signedUrl: this.links.sign('PUT', uploadPath(version.id), version.uploadDeadline) };
  }
}

/** Whether the number of a version may be published again: a refused version was only an attempt. */
function isFree({ status, archiveRefusal, deletedBanned }: NodeVersion): boolean {
  return archiveRefusal !== null && status !== 'NodeVersionStatusBanned' && !deletedBanned;
}

function isAwaited({ status, archiveSha256, uploadDeadline }: NodeVersion, now: Date): boolean {
  return status === 'NodeVersionStatusPending' && archiveSha256 === null && uploadDeadline > now;
}

function isDescribedBy(row: NodeVersion, { version: _, ...described }: NewVersion): boolean {
  return Object.entries(described).every(([name, value]) =>
    isDeepStrictEqual(row[name as keyof NodeVersion], value),
  );
}

export function uploadPath(versionId: string): string {
  return `/node-versions/${versionId}/archive`;
}

/** Makes the row of a version that waits for its archive. */
export function pendingVersion(
  input: Pick<NodeVersion, 'nodeId' | 'publishedBy' | 'uploadDeadline'> & Partial<NodeVersion>,
  { text, sortKey, isPrerelease }: SemanticVersion,
  now: Date,
): NewVersionRow {
  return { id: uuidv7(), version: text, sortKey, isPrerelease, createdAt: now, updatedAt: now, ...input };
}
