import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type StatementScope, TransactionRunner } from '#libs/platform/database';
import { filterText, type Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { NodeSearch } from '#libs/registry/search';
import type { NodeListFilter } from '../node-list.repository.js';
import type { NodeAct } from '../node-moderation.js';
import { BulkActNotFound, NodesChanged, TooManyNodes } from '../node.errors.js';
import type { PreviewBulkActRequest, StartBulkActRequest } from './dto/bulk-act.request.js';
import { BULK_NODES_MAX } from './bulk-act.entity.js';
import { type BulkActProgress, BulkActsRepository, type PlannedNode } from './bulk-acts.repository.js';
import { RunBulkActJob } from './jobs/run-bulk-act.job.js';

const NODES_SHOWN = 50;
const ACTS_SHOWN = 50;

export type BulkActPreview = { total: number; nodes: PlannedNode[]; digest: string };

/** Acts of an admin on many nodes: previewed, then run by a job. */
@Injectable()
export class BulkActs {
  constructor(
    private readonly acts: BulkActsRepository,
    private readonly search: NodeSearch,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyNodes */
  async preview(request: PreviewBulkActRequest): Promise<BulkActPreview> {
    const nodes = await this.plan(NO_TRANSACTION, request, await this.filterOf(request));
    return {
      total: nodes.length,
      nodes: nodes.slice(0, NODES_SHOWN),
      digest: digestOf(request.act, nodes),
    };
  }

  /** @throws NodesChanged when the nodes are not those of the preview; TooManyNodes. */
  async start(principal: Principal, { digest, ...request }: StartBulkActRequest): Promise<BulkActProgress> {
    const filter = await this.filterOf(request);
    const id = uuidv7();
    await this.transactions.run(async (scope) => {
      const nodes = await this.plan(scope, request, filter);
      if (digestOf(request.act, nodes) !== digest) throw new NodesChanged();
      const { act, reason, ...conditions } = request;
      const by = { requestedBy: principal.userId, tokenId: principal.tokenId ?? null };
      await this.acts.insert(
        scope,
        { id, act, reason, ...by, startedAt: this.clock.now() },
        nodes.map((node) => node.id),
      );
      const after = { act, nodes: nodes.length, ...conditions };
      await this.audit.record(scope, principal, 'bulk_act.start', id, { reason, after });
      await this.queue.enqueue(scope, RunBulkActJob, { bulkActId: id });
    });
    return this.require(id);
  }

  /** @throws BulkActNotFound */
  async require(id: string): Promise<BulkActProgress> {
    const act = await this.acts.find(NO_TRANSACTION, id);
    if (!act) throw new BulkActNotFound();
    return act;
  }

  async listFailures(id: string): Promise<{ nodeId: string; problem: string }[]> {
    return this.acts.listFailures(NO_TRANSACTION, id);
  }

  /** The last ones, newest first. */
  async list(): Promise<BulkActProgress[]> {
    return this.acts.list(NO_TRANSACTION, ACTS_SHOWN);
  }

  private async plan(
    scope: StatementScope,
    { act }: PreviewBulkActRequest,
    filter: NodeListFilter,
  ): Promise<PlannedNode[]> {
    const nodes = await this.acts.plan(scope, act, filter, BULK_NODES_MAX + 1);
    if (nodes.length > BULK_NODES_MAX) throw new TooManyNodes();
    return nodes;
  }

  private async filterOf(request: PreviewBulkActRequest): Promise<NodeListFilter> {
    const search = filterText(request.search);
    const found = search === undefined ? undefined : await this.idsFound(search);
    const named = request.node_ids?.map((id) => id.toLowerCase());
    return {
      ids: found && named ? named.filter((id) => found.has(id)) : (named ?? (found && [...found])),
      idPrefix: filterText(request.id_prefix),
      publisherId: filterText(request.publisher_id),
      tag: filterText(request.tag),
      statuses: request.status ? [request.status] : ['NodeStatusActive', 'NodeStatusBanned'],
      showsHidden: true,
      needsReview: request.needs_review,
    };
  }

  private async idsFound(search: string): Promise<ReadonlySet<string>> {
    const limit = BULK_NODES_MAX + 1;
    const { ids } = await this.search.find({ search, includeBanned: true, page: 1, limit });
    if (ids.length > BULK_NODES_MAX) throw new TooManyNodes('The search finds more than 1,000 nodes.');
    return new Set(ids);
  }
}

function digestOf(act: NodeAct, nodes: readonly PlannedNode[]): string {
  const text = JSON.stringify([act, ...nodes.map(({ id }) => id)]);
  return createHash('sha256').update(text).digest('hex');
}
