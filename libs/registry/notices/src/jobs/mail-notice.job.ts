import { NO_TRANSACTION } from '#libs/platform/database';
import { Mailer } from '#libs/platform/mail';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { UsersService } from '#libs/accounts/users';
import { NoticesRepository } from '../notices.repository.js';

/** Sends one notice by mail, where a mail server is set and the user has an address. */
@JobHandler({ name: 'notices.mail', maxAttempts: 10, concurrency: 2 })
export class MailNoticeJob implements Job<{ noticeId: string }> {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly users: UsersService,
    private readonly mailer: Mailer,
  ) {}

  async run({ noticeId }: { noticeId: string }): Promise<JobOutcome> {
    const notice = this.mailer.isSet ? await this.notices.find(NO_TRANSACTION, noticeId) : undefined;
    if (!notice || notice.mailedAt !== null) return done();
    const [user] = await this.users.findMany([notice.userId]);
    if (!user?.email) return done();
    const { subject, text } = notice;
    await this.mailer.send({ to: user.email, subject, text, messageId: `<${noticeId}@atelier>` });
    await this.notices.setMailed(NO_TRANSACTION, noticeId);
    return done();
  }
}
