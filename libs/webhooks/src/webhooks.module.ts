import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '#libs/platform/config';
import { TasksModule } from '#libs/tasks';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliverWebhooksJob } from './jobs/deliver-webhooks.job.js';
import { RedeliverWebhookJob } from './jobs/redeliver-webhook.job.js';
import { SweepDeliveriesJob } from './jobs/sweep-deliveries.job.js';
import { SecretsRepository } from './secrets.repository.js';
import { WebhookAttempt, WebhookDelivery, WebhookSecret } from './webhook.entity.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.js';
import { TaskDetailsController } from './task-details.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksSettings } from './webhooks.settings.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookSecret, WebhookDelivery, WebhookAttempt]), TasksModule],
  controllers: [TaskDetailsController, WebhooksController],
  providers: [
    provideSettings(WebhooksSettings),
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
