import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { InvalidRequest } from '#libs/platform/errors';
import type { Principal } from '#libs/platform/http';
import { PictureUploads } from '#libs/registry/pictures';
import { nodeNotFound } from './node.errors.js';
import { NodeAnnouncer } from './node-announcer.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';

export type NodePictureKind = 'icon' | 'banner';

/** Where the key of each is, and its width in pixels. */
const KINDS = {
  icon: { column: 'iconFile', width: 256 },
  banner: { column: 'bannerFile', width: 1_280 },
} as const;

/** Icons and banners that publishers send. */
@Injectable()
export class NodePictures {
  constructor(
    private readonly service: NodesService,
    private readonly nodes: NodesRepository,
    private readonly announcer: NodeAnnouncer,
    private readonly uploads: PictureUploads,
    private readonly transactions: TransactionRunner,
  ) {}

  /** @throws what `NodesService.requireEditable` and `PictureUploads.receive` throw. */
  async put(
    principal: Principal,
    [publisherId, nodeId]: readonly [publisherId: string, nodeId: string],
    kind: NodePictureKind,
    request: Request,
  ): Promise<void> {
    await this.service.requireEditable(principal, publisherId, nodeId);
    await this.uploads.receive(request, KINDS[kind].width, (key, take) =>
      this.transactions.run(async (scope) => {
        if (!(await take(scope))) throw new InvalidRequest('The picture took too long to arrive.');
        await this.replace(scope, publisherId, nodeId, kind, key);
      }),
    );
  }

  /** @throws what `NodesService.requireEditable` throws. */
  async remove(
    principal: Principal,
    [publisherId, nodeId]: readonly [publisherId: string, nodeId: string],
    kind: NodePictureKind,
  ): Promise<void> {
    await this.service.requireEditable(principal, publisherId, nodeId);
    await this.transactions.run((scope) => this.replace(scope, publisherId, nodeId, kind, null));
  }

  private async replace(
    scope: TransactionScope,
    publisherId: string,
    nodeId: string,
    kind: NodePictureKind,
    key: string | null,
  ): Promise<void> {
    const node = await this.nodes.hold(scope, nodeId);
    if (!node || node.publisherId !== publisherId) throw nodeNotFound(nodeId);
    const { column } = KINDS[kind];
    const former = node[column];
    if (former === key) return;
    await this.nodes.update(scope, node.id, { [column]: key });
    if (former !== null) await this.uploads.release(scope, former);
    await this.announcer.announce(scope, { ...node, [column]: key }, node);
  }
}
