export { MailModule } from './mail.module.js';
export { MailSettings } from './mail.settings.js';
export { Mailer } from './mailer.js';
