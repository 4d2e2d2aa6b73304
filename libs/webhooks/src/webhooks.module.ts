import { Module } from '@nestjs/common';
import { TasksModule } from '#libs/tasks';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliverWebhooksJob } from './jobs/deliver-webhooks.job.js';
import { RedeliverWebhookJob } from './jobs/redeliver-webhook.job.js';
import { SweepDeliveriesJob } from './jobs/sweep-deliveries.job.js';
import { SecretsRepository } from './secrets.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.js';
import { TaskDetailsController } from './task-details.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksSettings } from './webhooks.settings.js';

@Module({
  imports: [TasksModule],
  controllers: [TaskDetailsController, WebhooksController],
  providers: [
    WebhooksSettings,
    DeliveriesRepository,
    SecretsRepository,
    DeliveriesService,
    WebhookSecretsService,
    WebhookSender,
    WebhookMetrics,
    DeliverWebhooksJob,
    RedeliverWebhookJob,
    SweepDeliveriesJob,
  ],
})
export class WebhooksModule {}
