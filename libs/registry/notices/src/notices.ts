import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { cursorId, cursorPage, cursorText } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { PublishersService } from '#libs/registry/publishers';
import { VersionDecided } from '#libs/registry/versions';
import type { NodeVersionStatus } from '#libs/registry/versions/store';
import { NoticeListResponse, NoticeResponse } from './dto/notice.response.js';
import { MailNoticeJob } from './jobs/mail-notice.job.js';
import { NoticesRepository } from './notices.repository.js';

const FATES: Record<NodeVersionStatus, string> = {
  NodeVersionStatusActive: 'is active',
  NodeVersionStatusFlagged: 'is held back',
  NodeVersionStatusBanned: 'is banned',
  NodeVersionStatusDeleted: 'is deleted',
  NodeVersionStatusPending: 'is pending',
};

/** Tells the members of a publisher what was decided on its packages. */
@Injectable()
export class Notices implements OnModuleInit {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly publishers: PublishersService,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(VersionDecided, (decided, scope) => this.tellOfVersion(scope, decided));
  }

  /** The notices of a user, newest first. @throws InvalidRequest for a cursor that is not from a reply. */
  async list(userId: string, cursor: string | undefined, limit: number): Promise<NoticeListResponse> {
    const found = await this.notices.list(NO_TRANSACTION, userId, cursorId(cursor), limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, ({ id }) => cursorText([id]));
    return { notices: rows.map((notice) => NoticeResponse.from(notice)), next_cursor };
  }

  private async tellOfVersion(
    scope: TransactionScope,
    { publisherId, nodeId, version, status, reason }: VersionDecided,
  ): Promise<void> {
    const answer =
      status === 'NodeVersionStatusFlagged'
        ? `\n\nThe report of the check names files and lines. To explain them, write to the reviewers at the version's page, or POST /nodes/${nodeId}/versions/${version}/messages.`
        : '';
    await this.tell(scope, publisherId, {
      nodeId,
      version,
      subject: `${nodeId} ${version} ${FATES[status]}`,
      text: `${reason || 'No reason was given.'}${answer}`,
    });
  }

  private async tell(
    scope: TransactionScope,
    publisherId: string,
    notice: { nodeId: string; version: string | null; subject: string; text: string },
  ): Promise<void> {
    const members = await this.publishers.listMemberIds(scope, publisherId);
    if (members.length === 0) return;
    const rows = members.map((userId) => ({ id: uuidv7(), userId, ...notice }));
    await this.notices.insert(scope, rows);
    await this.queue.enqueueMany(
      scope,
      MailNoticeJob,
      rows.map(({ id }) => ({ payload: { noticeId: id } })),
    );
  }
}
