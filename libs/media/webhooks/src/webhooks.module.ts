import { Module } from '@nestjs/common';
import { TasksModule } from '#libs/media/work';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { EndpointHealth } from './endpoints/endpoint-health.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { RecoverEndpointJob } from './endpoints/recover-endpoint.job.js';
import { DeliverWebhooksJob } from './jobs/deliver-webhooks.job.js';
import { RedeliverWebhookJob } from './jobs/redeliver-webhook.job.js';
import { SweepDeliveriesJob } from './jobs/sweep-deliveries.job.js';
import { SecretsRepository } from './secrets.repository.js';
import { WebhookKeys } from './webhook-keys.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookMessages } from './webhook-messages.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookStream } from './webhook-stream.js';
import { WebhookFailuresRepository } from './webhook-failures.repository.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksSettings } from './webhooks.settings.js';

@Module({
  imports: [TasksModule],
  controllers: [WebhooksController, EndpointsController],
  providers: [
    WebhookFailuresRepository,
    WebhooksSettings,
    DeliveriesRepository,
    SecretsRepository,
    WebhookMessages,
    DeliveriesService,
    WebhookSecretsService,
    WebhookKeys,
    WebhookSender,
    WebhookStream,
    WebhookMetrics,
    DeliverWebhooksJob,
    RedeliverWebhookJob,
    SweepDeliveriesJob,
    EndpointsRepository,
    EndpointHealth,
    EndpointsService,
    RecoverEndpointJob,
  ],
  exports: [WebhookFailuresRepository, WebhookMessages],
})
export class WebhooksModule {}
