import { Injectable } from '@nestjs/common';
import { NodesService, type PublishedNodeFields } from '#libs/nodes';
import { TransactionRunner } from '#libs/platform/database';
import { InsufficientScope, Unauthorized } from '#libs/platform/errors';
import { type Principal, PrincipalResolver } from '#libs/platform/http';
import { PublisherRights } from '#libs/publishers';
import { LinkSigner } from '#libs/platform/signing';
import type { NodeVersion } from './node-version.entity.js';
import { versionTaken } from './node-version.errors.js';
import { NodeVersionsRepository } from './node-versions.repository.js';
import { pendingVersion } from './new-node-version.js';
import { readSemanticVersion } from './semantic-version.js';

/** How long an upload link works; source: completions §7, Publish. */
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

/** Takes new versions in. */
@Injectable()
export class PublishingService {
  constructor(
    private readonly versions: NodeVersionsRepository,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly principals: PrincipalResolver,
    private readonly links: LinkSigner,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Who publishes: the caller of the request, or the holder of the token in the body.
   * @throws Unauthorized, InsufficientScope
   */
  async requirePublisher(caller: Principal | undefined, tokenInBody: string | undefined): Promise<Principal> {
    const principal =
      caller ?? (tokenInBody === undefined ? undefined : await this.principals.resolve(tokenInBody));
    if (!principal) {
      throw new Unauthorized('Send a token as a bearer token or in the field personal_access_token.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="atelier"' },
      });
    }
    if (!principal.scopes.includes('registry:write')) {
      throw new InsufficientScope('The token lacks the scope "registry:write".');
    }
    return principal;
  }

  /**
   * Creates a pending version, and the node when it does not exist.
   * @returns The version and the link to upload its archive to.
   * @throws VersionTaken, and what creating or editing the node throws.
   */
  async publish(
    principal: Principal,
    publisherId: string,
    nodeId: string,
    node: PublishedNodeFields | undefined,
    input: NewVersion,
  ): Promise<{ version: NodeVersion; signedUrl: string }> {
    const number = readSemanticVersion(input.version);
    if (!number) throw new Error('The version has been validated before');
    await this.rights.requireWritable(principal, publisherId);
    // The constraint decides between two at once; this one keeps the node as it is when the answer is known.
    if (await this.versions.isTaken(publisherId, nodeId, number.text))
      throw versionTaken(nodeId, number.text);
    const target = await this.nodes.prepareForPublish(principal, publisherId, nodeId, node);
    const uploadDeadline = new Date(Date.now() + UPLOAD_MS);
    const { version: _, ...described } = input;
    const version = pendingVersion(
      { ...described, nodeId: target.id, publishedBy: principal.userId, uploadDeadline },
      number,
    );
    await this.transactions.run((scope) => this.versions.insert(scope, version));
    return { version, signedUrl: this.links.sign('PUT', uploadPath(version.id), uploadDeadline) };
  }
}

/** Where the archive of a version is sent to. */
export function uploadPath(versionId: string): string {
  return `/node-versions/${versionId}/archive`;
}
