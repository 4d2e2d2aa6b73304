import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type NodeResponse, NodesService } from '#libs/registry/nodes';
import { ArchiveReceived, VersionReader } from '#libs/registry/versions';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { ListPage, ListPlace, Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import type { AppNode } from '#libs/registry/versions/store';
import { AppNodeNotFound } from './app-node.errors.js';
import { type AppNodeFilter, AppNodesRepository } from './app-nodes.repository.js';
import { ReadArchiveJob } from './jobs/read-archive.job.js';

@Injectable()
export class AppNodesService implements OnModuleInit {
  constructor(
    private readonly appNodes: AppNodesRepository,
    private readonly versions: VersionReader,
    private readonly nodes: NodesService,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(ArchiveReceived, async ({ versionId, publisherId }, scope) => {
      await this.queue.enqueue(scope, ReadArchiveJob, { versionId }, { share: publisherId });
    });
  }

  /** App nodes that the public may see. */
  async list(filter: AppNodeFilter, place: ListPlace): Promise<ListPage<AppNode>> {
    return this.appNodes.list(NO_TRANSACTION, filter, place);
  }

  /** The app nodes of one version, if the caller may see it. */
  async listOfVersion(
    principal: Principal | undefined,
    nodeId: string,
    idOrNumber: string,
  ): Promise<AppNode[]> {
    const { version } = await this.versions.requireVisible(principal, nodeId, idOrNumber);
    return this.appNodes.listOfVersion(NO_TRANSACTION, version.id);
  }

  /** @throws AppNodeNotFound when no visible node brings the name. */
  async requireNodeOf(name: string): Promise<NodeResponse> {
    const nodeId = await this.appNodes.findNodeIdByName(NO_TRANSACTION, name);
    if (nodeId === undefined) throw new AppNodeNotFound();
    return this.nodes.view(undefined, nodeId);
  }
}
