import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { MailSettings } from './mail.settings.js';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Stays the same when the mail is sent again, so that receivers can tell. */
  readonly messageId: string;
};

/** Of each step of a connection, in milliseconds, unless the address says another. */
const TIMEOUT_MS = '30000';

/** Sends mail through the server of `SMTP_URL`. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(private readonly settings: MailSettings) {
    if (!settings.smtpUrl) return;
    const url = new URL(settings.smtpUrl.reveal());
    for (const timeout of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
      if (!url.searchParams.has(timeout)) url.searchParams.set(timeout, TIMEOUT_MS);
    this.transport = createTransport(url.href);
  }

  get isSet(): boolean {
    return this.transport !== undefined;
  }

  /** @throws the transport's error when the server does not take the mail. */
  async send({ to, ...mail }: Mail): Promise<void> {
    // An object is one address; a text could name several.
    await this.transport?.sendMail({ from: this.settings.from, to: { name: '', address: to }, ...mail });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
