import { Module } from '@nestjs/common';
import { WebhooksModule } from '#libs/media/webhooks';
import { MailModule } from '#libs/platform/mail';
import { PublishersModule } from '#libs/registry/publishers';
import { UsersModule } from '#libs/accounts/users';
import { MailNoticeJob } from './jobs/mail-notice.job.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { Notices } from './notices.js';

@Module({
  imports: [MailModule, WebhooksModule, PublishersModule, UsersModule],
  controllers: [NoticesController],
  providers: [NoticesRepository, Notices, MailNoticeJob],
})
export class NoticesModule {}
