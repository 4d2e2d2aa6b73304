export { WebhookMessages } from './webhook-messages.js';
export { SweepDeliveriesJob } from './jobs/sweep-deliveries.job.js';
export { WebhooksModule } from './webhooks.module.js';
export { WebhooksSettings } from './webhooks.settings.js';
export { WebhookFailuresRepository } from './webhook-failures.repository.js';
