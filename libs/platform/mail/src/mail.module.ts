import { Module } from '@nestjs/common';
import { MailSettings } from './mail.settings.js';
import { Mailer } from './mailer.js';

@Module({ providers: [MailSettings, Mailer], exports: [Mailer] })
export class MailModule {}
