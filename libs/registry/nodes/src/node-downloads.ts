import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { dayPeriod, type Principal } from '#libs/platform/http';
import type { NodeDownloadsResponse } from './dto/node-downloads.response.js';
import { NodeDownloadsRepository } from './node-downloads.repository.js';
import { NodesService } from './nodes.service.js';
import type { NodeDownloadsQuery } from './dto/node-query.request.js';

const DEFAULT_DAYS = 30;

@Injectable()
export class NodeDownloads {
  constructor(
    private readonly nodes: NodesService,
    private readonly downloads: NodeDownloadsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRequest when the period is empty or too long, and what `NodesService.requireVisible` throws. */
  async list(
    reader: Principal | undefined,
    nodeId: string,
    query: NodeDownloadsQuery,
  ): Promise<NodeDownloadsResponse> {
    const { from, to } = dayPeriod(query, this.clock.now(), DEFAULT_DAYS);
    const node = await this.nodes.requireVisible(reader, nodeId);
    const days = await this.downloads.list(NO_TRANSACTION, node.id, from, to);
    return { from, to, total: days.reduce((sum, { downloads }) => sum + downloads, 0), days };
  }
}
