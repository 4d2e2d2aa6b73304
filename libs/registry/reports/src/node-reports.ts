import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { cursorId, cursorPage, cursorText, invalidFields, type Principal } from '#libs/platform/http';
import { type Node, NodeModeration, NodeQuarantineChanged, NodesService } from '#libs/registry/nodes';
import { PublisherRights, PublishersService } from '#libs/registry/publishers';
import { NodeVersionsRepository } from '#libs/registry/versions/store';
import type {
  ListNodeReportsQuery,
  ReportNodeRequest,
  ReportPublisherRequest,
} from './dto/node-report.request.js';
import {
  AdminNodeReportListResponse,
  AdminNodeReportResponse,
  NodeReportListResponse,
  NodeReportResponse,
} from './dto/node-report.response.js';
import type { NodeReport, ReportVerdict } from './node-report.entity.js';
import { NodeReportClosed, NodeReportNotFound } from './node-report.errors.js';
import { NodeReportsClosed, ReportSaid } from './node-report.events.js';
import {
  GRAVE_REASONS,
  NodeReportsRepository,
  type ReportFigures,
  type WeighedReport,
} from './node-reports.repository.js';
import { NodeReportsSettings } from './node-reports.settings.js';

/** Takes reports of nodes and publishers, quarantines nodes by their weight, and lets admins answer them. */
@Injectable()
export class NodeReports implements OnModuleInit {
  constructor(
    private readonly reports: NodeReportsRepository,
    private readonly nodes: NodesService,
    private readonly moderation: NodeModeration,
    private readonly versions: NodeVersionsRepository,
    private readonly publishers: PublishersService,
    private readonly rights: PublisherRights,
    private readonly settings: NodeReportsSettings,
    private readonly audit: AuditLog,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(NodeQuarantineChanged, (change, scope) => this.followQuarantine(scope, change));
  }

  /**
   * Stores the caller's report; it replaces the texts of an open one.
   * @throws InvalidRequest for a version that the node does not have; and what `NodesService.requireOfOthers` throws.
   */
  async report(
    principal: Principal,
    nodeId: string,
    { reason, details, version }: ReportNodeRequest,
  ): Promise<NodeReport> {
    const { id } = await this.nodes.requireOfOthers(principal, nodeId);
    if (version !== undefined && !(await this.versions.findByNumber(NO_TRANSACTION, id, version))) {
      throw invalidFields(['version must be the number of a version of the node']);
    }
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.lock(scope, id);
      const saved = await this.save(scope, principal, node.publisherId, {
        nodeId: id,
        publisherId: null,
        reason,
        details,
        version: version ?? null,
      });
      const mayHide = GRAVE_REASONS.includes(reason) && node.status === 'NodeStatusActive';
      if (mayHide) await this.quarantineIfReported(scope, principal, node);
      return saved;
    });
  }

  /** As `report`, of a publisher. @throws what `PublisherRights.requireOther` throws. */
  async reportPublisher(
    principal: Principal,
    publisherId: string,
    { reason, details }: ReportPublisherRequest,
  ): Promise<NodeReport> {
    await this.rights.requireOther(principal, publisherId);
    return this.transactions.run(async (scope) => {
      await this.publishers.hold(scope, publisherId);
      const report = { nodeId: null, publisherId, reason, details, version: null };
      return this.save(scope, principal, publisherId, report);
    });
  }

  /** @throws InvalidRequest for a cursor that is not from a reply. */
  async listOwn(userId: string, cursor: string | undefined, limit: number): Promise<NodeReportListResponse> {
    const found = await this.reports.listOf(NO_TRANSACTION, userId, cursorId(cursor), limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, ({ id }) => cursorText([id]));
    return { reports: rows.map((report) => NodeReportResponse.from(report)), next_cursor };
  }

  /** For admins. @throws as `listOwn`. */
  async list({
    status,
    node_id: nodeId,
    publisher_id: publisherId,
    cursor,
    limit,
  }: ListNodeReportsQuery): Promise<AdminNodeReportListResponse> {
    const isOpen = status === undefined ? undefined : status === 'open';
    const filter = { isOpen, nodeId, publisherId, before: cursorId(cursor), limit: limit + 1 };
    const found = await this.reports.list(NO_TRANSACTION, filter);
    const { rows, next_cursor } = cursorPage(found, limit, ({ id }) => cursorText([id]));
    return { reports: rows.map((report) => AdminNodeReportResponse.from(report)), next_cursor };
  }

  /** Of the last weeks, each from Monday in UTC, those without a report left out. Reports count for the week in which they were filed. */
  async figures(weeks: number): Promise<ReportFigures[]> {
    return this.reports.listFigures(NO_TRANSACTION, weeks);
  }

  /** Answers a report; for admins. @throws NodeReportNotFound, NodeReportClosed. */
  async resolve(
    principal: Principal,
    id: string,
    verdict: ReportVerdict,
    answer: string,
  ): Promise<WeighedReport> {
    return this.transactions.run(async (scope) => {
      const found = await this.reports.find(scope, id);
      if (!found) throw new NodeReportNotFound();
      const closed = await this.reports.close(scope, id, verdict, answer);
      if (!closed) throw new NodeReportClosed();
      const { nodeId, publisherId, reporterId, reason: reported } = closed;
      const [action, target] =
        nodeId === null
          ? (['publisher.resolve_report', publisherId] as const)
          : (['node.resolve_report', nodeId] as const);
      if (target === null) throw new Error('A report is of a node or a publisher');
      await this.audit.record(scope, principal, action, target, {
        reason: answer,
        after: { report_id: id, reporter_id: reporterId, reported, verdict },
      });
      await this.events.publish(scope, new NodeReportsClosed([closed]));
      return { ...found, ...closed };
    });
  }

  /** @param otherSide The publisher that is reported, or whose node is. */
  private async save(
    scope: TransactionScope,
    { userId: reporterId }: Principal,
    otherSide: string,
    report: Pick<NodeReport, 'nodeId' | 'publisherId' | 'reason' | 'details' | 'version'>,
  ): Promise<NodeReport> {
    const saved = await this.reports.save(scope, { ...report, reporterId });
    if (saved.reason === 'name')
      await this.events.publish(scope, new ReportSaid(saved, otherSide, reporterId));
    return saved;
  }

  /** Recorded as an act of the caller, whose report was the last that was needed. */
  private async quarantineIfReported(
    scope: TransactionScope,
    principal: Principal,
    node: Node,
  ): Promise<void> {
    if (this.settings.quarantineWeight === 0) return;
    const { weight, reasons } = await this.reports.weigh(scope, node.id);
    if (weight < this.settings.quarantineWeight) return;
    const reason = `Users report ${reasons.join(' and ')}. It is hidden until an admin has checked it.`;
    await this.moderation.quarantineHeld(scope, principal, node, reason);
  }

  /** Whether the node deserved its quarantine answers the reports that may have led to it. */
  private async followQuarantine(
    scope: TransactionScope,
    { nodeId, became, reason }: NodeQuarantineChanged,
  ): Promise<void> {
    if (became === 'quarantined') return;
    const closed =
      became === 'banned'
        ? await this.reports.closeGrave(scope, nodeId, 'upheld', `The node is banned. ${reason}`)
        : await this.reports.closeGrave(
            scope,
            nodeId,
            'dismissed',
            'An admin has checked the node and shows it again.',
          );
    if (closed.length > 0) await this.events.publish(scope, new NodeReportsClosed(closed));
  }
}
