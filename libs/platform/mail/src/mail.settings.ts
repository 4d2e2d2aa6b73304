import { Settings } from '#libs/platform/config';

/** How mail is sent. Without a server none is. */
export class MailSettings extends Settings {
  readonly smtpUrl = this.env.optionalSecret('SMTP_URL', {
    pattern: /^smtps?:\/\/\S+$/,
    rule: 'address such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start',
    description:
      'The server that sends mail to publishers and reporters; without it they read the same in the API only.',
  });

  readonly from = this.env.text('MAIL_FROM', {
    default: 'Atelier <atelier@localhost>',
    pattern: /^[^\r\n]+@[^\r\n]+$/,
    rule: 'address such as Atelier <registry@example.com>',
    description: 'The sender of mail.',
  });
}
