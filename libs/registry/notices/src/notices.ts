import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { cursorId, cursorPage, cursorText } from '#libs/platform/http';
import { WebhookMessages } from '#libs/media/webhooks';
import { JobQueue } from '#libs/platform/queue';
import { NodeQuarantineChanged } from '#libs/registry/nodes';
import { PublishersService } from '#libs/registry/publishers';
import { NodeReportsClosed, ReportSaid } from '#libs/registry/reports';
import { ReviewerAnswered, VersionDecided } from '#libs/registry/versions';
import type { NodeVersionStatus } from '#libs/registry/versions/store';
import { NoticeListResponse, NoticeResponse } from './dto/notice.response.js';
import { MailNoticeJob } from './jobs/mail-notice.job.js';
import type { Notice } from './notice.entity.js';
import { NoticesRepository } from './notices.repository.js';

const FATES: Record<NodeVersionStatus, string> = {
  NodeVersionStatusActive: 'is active',
  NodeVersionStatusFlagged: 'is held back',
  NodeVersionStatusBanned: 'is banned',
  NodeVersionStatusDeleted: 'is deleted',
  NodeVersionStatusPending: 'is pending',
};

type Told = Pick<Notice, 'nodeId' | 'version' | 'subject' | 'text'> & Partial<Pick<Notice, 'reportId'>>;

/** Tells the members of a publisher what was decided on its packages, and reporters what was decided on their reports. */
@Injectable()
export class Notices implements OnModuleInit {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly publishers: PublishersService,
    private readonly queue: JobQueue,
    private readonly webhooks: WebhookMessages,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(VersionDecided, (decided, scope) => this.tellOfVersion(scope, decided));
    this.events.subscribe(NodeQuarantineChanged, (change, scope) => this.tellOfQuarantine(scope, change));
    this.events.subscribe(ReviewerAnswered, (answer, scope) => this.tellOfAnswer(scope, answer));
    this.events.subscribe(ReportSaid, (said, scope) => this.tellOfReport(scope, said));
    this.events.subscribe(NodeReportsClosed, (closed, scope) => this.tellReporters(scope, closed));
  }

  /** The notices of a user, newest first. @throws InvalidRequest for a cursor that is not from a reply. */
  async list(userId: string, cursor: string | undefined, limit: number): Promise<NoticeListResponse> {
    const found = await this.notices.list(NO_TRANSACTION, userId, cursorId(cursor), limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, ({ id }) => cursorText([id]));
    return { notices: rows.map((notice) => NoticeResponse.from(notice)), next_cursor };
  }

  private async tellOfVersion(
    scope: TransactionScope,
    { publisherId, nodeId, version, status, reason, appealUntil }: VersionDecided,
  ): Promise<void> {
    const answer = appealUntil
      ? `\n\nThe report of the check names files and lines. Until ${appealUntil.toISOString().slice(0, 10)} you can explain them to the reviewers: at the version's page, or by POST /nodes/${nodeId}/versions/${version}/messages.`
      : '';
    await this.tellMembers(scope, publisherId, {
      nodeId,
      version,
      subject: `${nodeId} ${version} ${FATES[status]}`,
      text: `${reason || 'No reason was given.'}${answer}`,
    });
  }

  private async tellOfQuarantine(
    scope: TransactionScope,
    { nodeId, publisherId, became, reason }: NodeQuarantineChanged,
  ): Promise<void> {
    const words = {
      quarantined: [
        'is quarantined',
        `${reason}\n\nAll of it is kept. To explain it, write to the reviewers at the page of a version.`,
      ],
      released: ['is shown again', 'An admin has checked it and ended its quarantine.'],
      banned: ['is banned', reason],
    } as const;
    const [fate, text] = words[became];
    await this.tellMembers(scope, publisherId, { nodeId, version: null, subject: `${nodeId} ${fate}`, text });
  }

  private async tellOfAnswer(
    scope: TransactionScope,
    { publisherId, nodeId, version, text }: ReviewerAnswered,
  ): Promise<void> {
    const subject = `A reviewer answers on ${nodeId} ${version}`;
    await this.tellMembers(scope, publisherId, { nodeId, version, subject, text });
  }

  /** All but the author: the reporter, and of the claim of a name the other side. */
  private async tellOfReport(scope: TransactionScope, said: ReportSaid): Promise<void> {
    const { report, publisherId, authorId, message } = said;
    const { id: reportId, nodeId, version, reporterId, details } = report;
    const isClaim = report.reason === 'name';
    const members = isClaim ? await this.listOtherSide(scope, said) : [];
    const name = nodeId === null ? `the name of the publisher ${publisherId}` : `the name ${nodeId}`;
    const what = isClaim ? `the claim of ${name}` : `the report of ${subjectOf(report)}`;
    const told = message
      ? { subject: `A message about ${what}`, text: message.text }
      : {
          subject: `Somebody claims ${name}`,
          text: `${details}\n\nAn admin decides. Answer by POST /reports/${reportId}/messages, or in the console.`,
        };
    const receivers = new Set([reporterId, ...members]);
    receivers.delete(authorId);
    const notices = [...receivers].map((userId) => ({ userId, reportId, nodeId, version, ...told }));
    await this.store(scope, notices);
  }

  /** Who answers a claim: the members of the node's publisher, or the owners of the publisher that is claimed. */
  private async listOtherSide(
    scope: TransactionScope,
    { report, publisherId }: ReportSaid,
  ): Promise<string[]> {
    return report.nodeId === null
      ? this.publishers.listOwnerIds(scope, publisherId)
      : this.publishers.listMemberIds(scope, publisherId);
  }

  private async tellReporters(scope: TransactionScope, { reports }: NodeReportsClosed): Promise<void> {
    const notices = reports.map((report) => ({
      userId: report.reporterId,
      reportId: report.id,
      nodeId: report.nodeId,
      version: report.version,
      subject: `Your report of ${subjectOf(report)} is ${report.verdict}`,
      text: report.answer,
    }));
    await this.store(scope, notices);
  }

  private async tellMembers(scope: TransactionScope, publisherId: string, told: Told): Promise<void> {
    const members = await this.publishers.listMemberIds(scope, publisherId);
    const notices = members.map((userId) => ({ userId, ...told }));
    await this.store(scope, notices);
  }

  private async store(
    scope: TransactionScope,
    notices: readonly (Told & Pick<Notice, 'userId'>)[],
  ): Promise<void> {
    if (notices.length === 0) return;
    const rows = notices.map((notice) => ({ id: uuidv7(), reportId: null, ...notice }));
    await this.notices.insert(scope, rows);
    await this.webhooks.sendNotices(scope, rows);
    await this.queue.enqueueMany(
      scope,
      MailNoticeJob,
      rows.map(({ id }) => ({ payload: { noticeId: id } })),
    );
  }
}

function subjectOf({ nodeId, publisherId }: NodeReportsClosed['reports'][number]): string {
  return nodeId ?? `the publisher ${publisherId}`;
}
