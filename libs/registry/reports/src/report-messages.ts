import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { PublisherRights } from '#libs/registry/publishers';
import type { NodeReport } from './node-report.entity.js';
import { NodeReportClosed, NodeReportNotFound, TooManyReportMessages } from './node-report.errors.js';
import { ReportSaid } from './node-report.events.js';
import { NodeReportsRepository } from './node-reports.repository.js';
import type { ReportMessage, ReportSide } from './report-message.entity.js';

const MESSAGES_MAX = 200;

/**
 * The conversation about a report between its reporter and the admins. Of the claim of a name, the members of the node's
 * publisher are part too, or the owners of the publisher whose name is claimed; other reports are not shown to them.
 */
@Injectable()
export class ReportMessages {
  constructor(
    private readonly reports: NodeReportsRepository,
    private readonly rights: PublisherRights,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Oldest first. @throws NodeReportNotFound when it is absent or not for the caller. */
  async list(principal: Principal, reportId: string): Promise<ReportMessage[]> {
    await this.require(principal, reportId);
    return this.reports.listMessages(NO_TRANSACTION, reportId);
  }

  /** @throws as `list`; NodeReportClosed, TooManyReportMessages. */
  async add(principal: Principal, reportId: string, text: string): Promise<ReportMessage> {
    const { report, publisherId, side } = await this.require(principal, reportId);
    if (report.verdict !== null) throw new NodeReportClosed();
    const authorId = principal.userId;
    return this.transactions.run(async (scope) => {
      const said = await this.reports.insertMessage(scope, { reportId, authorId, side, text }, MESSAGES_MAX);
      if (!said) throw new TooManyReportMessages();
      await this.events.publish(scope, new ReportSaid(report, publisherId, authorId, said));
      return said;
    });
  }

  private async require(
    principal: Principal,
    reportId: string,
  ): Promise<{ report: NodeReport; publisherId: string; side: ReportSide }> {
    const report = await this.reports.findWithOtherSide(NO_TRANSACTION, reportId);
    if (!report) throw new NodeReportNotFound();
    const { otherSide: publisherId } = report;
    if (report.reporterId === principal.userId) return { report, publisherId, side: 'reporter' };
    if (await this.isAnswerable(principal, report, publisherId))
      return { report, publisherId, side: 'publisher' };
    if (!principal.isAdmin) throw new NodeReportNotFound();
    return { report, publisherId, side: 'admin' };
  }

  /** Whether the caller may speak for the publisher about the report. */
  private async isAnswerable(
    principal: Principal,
    { reason, nodeId }: NodeReport,
    publisherId: string,
  ): Promise<boolean> {
    if (reason !== 'name') return false;
    return nodeId === null
      ? this.rights.isOwner(principal, publisherId)
      : this.rights.isMember(principal, publisherId);
  }
}
