import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { PublishersService } from '#libs/registry/publishers';
import { BanPreviewRepository } from './ban-preview.repository.js';
import type { BanPreviewResponse, LookAlikeResponse } from './dto/moderation-facts.response.js';
import { LookAlikes } from './look-alikes.js';
import { nodeNotFound } from './node.errors.js';
import { NodeViews } from './node-views.js';
import { NodesRepository } from './nodes.repository.js';

/** Facts for an admin's decision. The controller admits admins only. */
@Injectable()
export class ModerationFacts {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly similar: LookAlikes,
    private readonly previews: BanPreviewRepository,
    private readonly publishers: PublishersService,
    private readonly views: NodeViews,
  ) {}

  /** @throws NodeNotFound when it never existed. */
  async lookAlikes(reader: Principal, nodeId: string): Promise<LookAlikeResponse[]> {
    const found = await this.similar.listFor(nodeId);
    const nodes = await this.views.viewMany(
      reader,
      found.map(({ id }) => id.toLowerCase()),
    );
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return found.flatMap(({ id, likeness }) => {
      const node = byId.get(id);
      return node ? [{ likeness, node }] : [];
    });
  }

  /** @throws NodeNotFound, also for a deleted node. */
  async previewNodeBan(nodeId: string): Promise<BanPreviewResponse> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!node || node.status === 'NodeStatusDeleted') throw nodeNotFound(nodeId);
    return this.previews.count(NO_TRANSACTION, node.publisherId, node.id);
  }

  /** @throws PublisherNotFound */
  async previewPublisherBan(publisherId: string): Promise<BanPreviewResponse> {
    const { id } = await this.publishers.require(publisherId);
    return this.previews.count(NO_TRANSACTION, id);
  }
}
