import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import type { NodeDownloadsQuery } from './dto/node-downloads.request.js';
import type { NodeDownloadsResponse } from './dto/node-downloads.response.js';
import { NodeDownloadsRepository } from './node-downloads.repository.js';
import { NodesService } from './nodes.service.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DAYS_MAX = 366;

/** Tells how often nodes were downloaded over time. */
@Injectable()
export class NodeDownloads {
  constructor(
    private readonly nodes: NodesService,
    private readonly downloads: NodeDownloadsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRequest for days that make no period, or too long a one; and as `NodesService.requireVisible`. */
  async list(
    reader: Principal | undefined,
    nodeId: string,
    query: NodeDownloadsQuery,
  ): Promise<NodeDownloadsResponse> {
    const { from, to } = this.period(query);
    const node = await this.nodes.requireVisible(reader, nodeId);
    const days = await this.downloads.list(NO_TRANSACTION, node.id, from, to);
    return { from, to, total: days.reduce((sum, { downloads }) => sum + downloads, 0), days };
  }

  private period(query: NodeDownloadsQuery): { from: string; to: string } {
    const to = query.to ?? dayOf(this.clock.now().getTime());
    const from = query.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1) throw invalidFields([`from must not be after to, which is ${to}`]);
    if (days > DAYS_MAX)
      throw invalidFields([`from must be at most ${DAYS_MAX - 1} days before to, which is ${to}`]);
    return { from, to };
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
