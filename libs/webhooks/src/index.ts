export { WebhooksModule } from './webhooks.module.js';
export { WebhooksSettings } from './webhooks.settings.js';
