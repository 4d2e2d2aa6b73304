import { Injectable } from '@nestjs/common';
import { NodesService } from '#libs/registry/nodes';
import type { ListPage, ListPlace, Principal } from '#libs/platform/http';
import { PublisherRights } from '#libs/registry/publishers';
import { type NodeVersion, type NodeVersionStatus, readSemanticVersion } from '#libs/registry/versions/store';
import { NO_TRANSACTION } from '#libs/platform/database';
import {
  NoArchive,
  NothingToInstall,
  VersionBanned,
  versionGone,
  VersionNotFound,
} from './node-version.errors.js';
import {
  type ListedVersion,
  type VersionFilter,
  type VersionKey,
  VersionReaderRepository,
} from './version-reader.repository.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PUBLIC_STATUSES: readonly NodeVersionStatus[] = ['NodeVersionStatusActive'];

export type SeenVersion = {
  version: NodeVersion;
  /** Whether the reader is a member of the publisher or an admin. */
  isInside: boolean;
};

@Injectable()
export class VersionReader {
  constructor(
    private readonly versions: VersionReaderRepository,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
  ) {}

  /**
   * The version by its UUID or number. The public sees active ones; members and admins see all, and for a deleted one the
   * reason.
   * @throws VersionNotFound, VersionBanned, and what `NodesService.requireVisible` throws.
   */
  async requireVisible(
    principal: Principal | undefined,
    nodeId: string,
    idOrNumber: string,
  ): Promise<SeenVersion> {
    const { version, isInside } = await this.findFor(principal, nodeId, versionKey(idOrNumber));
    if (!version) throw new VersionNotFound();
    if (version.status === 'NodeVersionStatusDeleted')
      throw isInside ? versionGone(version) : new VersionNotFound();
    if (version.status === 'NodeVersionStatusActive' || isInside) return { version, isInside };
    throw version.status === 'NodeVersionStatusBanned' ? new VersionBanned() : new VersionNotFound();
  }

  /** The versions of a node, newest first. The public sees active ones; members and admins may ask for others. */
  async listOfNode(
    principal: Principal | undefined,
    nodeId: string,
    statuses: readonly NodeVersionStatus[] | undefined,
  ): Promise<{ versions: NodeVersion[]; isInside: boolean }> {
    const { node, isInside } = await this.nodes.requireSeen(principal, nodeId);
    const wanted = statuses ?? PUBLIC_STATUSES;
    const shown = isInside ? wanted : wanted.filter((status) => PUBLIC_STATUSES.includes(status));
    return { versions: await this.versions.listOfNode(NO_TRANSACTION, node.id, shown), isInside };
  }

  /** Versions of all nodes, for the review queue of admins. */
  async list(filter: VersionFilter, place: ListPlace): Promise<ListPage<ListedVersion>> {
    return this.versions.list(NO_TRANSACTION, filter, place);
  }

  /**
   * Versions of a publisher's nodes, for its members and admins: also flagged, banned and deleted ones, with the reason.
   * @throws PublisherNotFound, TokenBoundElsewhere, NotAMember
   */
  async listOfPublisher(
    principal: Principal,
    publisherId: string,
    filter: Omit<VersionFilter, 'publisherId'>,
    place: ListPlace,
  ): Promise<ListPage<ListedVersion>> {
    await this.rights.requireMembersView(principal, publisherId);
    return this.versions.list(NO_TRANSACTION, { ...filter, publisherId }, place);
  }

  /**
   * The version to install: the one asked for, or the latest. Banned versions cannot be installed by anyone.
   * @param counts Whether it counts as a download.
   * @throws VersionNotFound, VersionBanned, NoArchive, NothingToInstall, and what `NodesService.requireVisible` throws.
   */
  async install(
    principal: Principal | undefined,
    nodeId: string,
    idOrNumber: string | undefined,
    counts: boolean,
  ): Promise<SeenVersion> {
    const key: VersionKey | undefined = idOrNumber === undefined ? { by: 'latest' } : versionKey(idOrNumber);
    const { version, isInside } = await this.findFor(principal, nodeId, key, { seesBanned: false });
    if (!version) throw idOrNumber === undefined ? new NothingToInstall() : new VersionNotFound();
    if (version.status === 'NodeVersionStatusBanned') throw new VersionBanned();
    if (version.status !== 'NodeVersionStatusActive') throw new VersionNotFound();
    if (version.archiveKey === null) throw new NoArchive();
    if (counts) this.countDownload(version);
    return { version, isInside };
  }

  countDownload({ nodeId }: NodeVersion): void {
    this.nodes.countDownload(nodeId);
  }

  /** Resolves many versions at once; absent and hidden ones are left out. @returns them by their place in `wanted`. */
  async resolve(wanted: readonly { nodeId: string; version: string }[]): Promise<Map<number, NodeVersion>> {
    const normalised = wanted.map(({ nodeId, version }) => ({
      nodeId,
      version: readSemanticVersion(version)?.text ?? version,
    }));
    const found = await this.versions.findInstallable(NO_TRANSACTION, normalised);
    return new Map(found.map((version) => [version.wantedAt - 1, version]));
  }

  /** For public versions this is one statement. For hidden ones the nodes module decides who may see them. */
  private async findFor(
    principal: Principal | undefined,
    nodeId: string,
    key: VersionKey | undefined,
    { seesBanned } = { seesBanned: true },
  ): Promise<{ version: NodeVersion | undefined; isInside: boolean }> {
    const found = key && (await this.versions.find(NO_TRANSACTION, nodeId, key));
    const isPublic =
      found?.nodeStatus === 'NodeStatusActive' && found.publisherStatus === 'PublisherStatusActive';
    if (!found || !isPublic) await this.nodes.requireVisible(seesBanned ? principal : undefined, nodeId);
    if (!found || !principal) return { version: found?.version, isInside: false };
    return {
      version: found.version,
      isInside: (await this.rights.roleOf(NO_TRANSACTION, principal, found.publisherId)) !== undefined,
    };
  }
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Undefined for a text that identifies no version. */
export function versionKey(idOrNumber: string): VersionKey | undefined {
  if (isUuid(idOrNumber)) return { by: 'id', value: idOrNumber };
  const number = readSemanticVersion(idOrNumber);
  return number && { by: 'number', value: number.text };
}
