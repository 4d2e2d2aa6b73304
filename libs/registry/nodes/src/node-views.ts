import { Injectable } from '@nestjs/common';
import type { Principal } from '#libs/platform/http';
import { PublisherBanned, PublisherViews } from '#libs/registry/publishers';
import { PictureLinks } from '#libs/registry/pictures';
import { NodeVersionViews } from '#libs/registry/versions/store';
import { NO_TRANSACTION } from '#libs/platform/database';
import { NodeResponse } from './dto/node.response.js';
import { nodeBanned, nodeNotFound } from './node.errors.js';
import { NodeReaderRepository, type NodeWithPublisher } from './node-reader.repository.js';

/** Builds replies about nodes, each with its publisher and its latest version. */
@Injectable()
export class NodeViews {
  constructor(
    private readonly reader: NodeReaderRepository,
    private readonly publishers: PublisherViews,
    private readonly versions: NodeVersionViews,
    private readonly pictures: PictureLinks,
  ) {}

  /**
   * One node; letter case of the id does not matter.
   * @throws NodeNotFound when it is absent or deleted; NodeBanned or PublisherBanned for all but admins and members.
   */
  async view(reader: Principal | undefined, nodeId: string): Promise<NodeResponse> {
    const found = await this.reader.find(NO_TRANSACTION, nodeId);
    if (!found || found.node.status === 'NodeStatusDeleted') throw nodeNotFound(nodeId);
    const publisher = this.publishers.present(reader, found.publisher, found.members);
    if (!publisher.isInside && found.publisher.status === 'PublisherStatusBanned')
      throw new PublisherBanned();
    if (!publisher.isInside && found.node.status === 'NodeStatusBanned') throw nodeBanned(found.node);
    return this.show(reader, found, publisher);
  }

  /** One node whatever its status, for admins and for the user who has just changed it. @throws NodeNotFound when it never existed. */
  async viewAny(reader: Principal, nodeId: string): Promise<NodeResponse> {
    const found = await this.reader.find(NO_TRANSACTION, nodeId);
    if (!found) throw nodeNotFound(nodeId);
    return this.show(reader, found);
  }

  /** Nodes already found to be visible, in the order of the ids. */
  async viewMany(reader: Principal | undefined, ids: readonly string[]): Promise<NodeResponse[]> {
    if (ids.length === 0) return [];
    const found = await this.reader.findMany(NO_TRANSACTION, ids);
    return found.map((one) => this.show(reader, one));
  }

  private show(
    reader: Principal | undefined,
    found: NodeWithPublisher,
    { response, isInside } = this.publishers.present(reader, found.publisher, found.members),
  ): NodeResponse {
    const { icon, iconFile, bannerUrl, bannerFile } = found.node;
    return NodeResponse.from(found.node, {
      iconPath: this.pictureOf(iconFile, icon),
      bannerPath: this.pictureOf(bannerFile, bannerUrl),
      publisher: response,
      latestVersion: found.latestVersion && this.versions.show(found.latestVersion, isInside),
      isInside,
      isAdmin: reader?.isAdmin === true,
    });
  }

  private pictureOf(file: string | null, url: string): string {
    return file === null ? this.pictures.ofUrl(url) : this.pictures.ofUpload(file);
  }
}
