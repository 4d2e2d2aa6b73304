import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  ApiErrors,
  CurrentPrincipal,
  type Principal,
  Public,
  RequireScope,
} from '#libs/platform/http';
import { TaskExpired, TaskNotFound, TaskPath, TasksService } from '#libs/media/work';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryPath } from './dto/delivery.request.js';
import {
  DeliveryListResponse,
  RedeliveryResponse,
  RotatedSecretResponse,
  WebhookSecretResponse,
} from './dto/delivery.response.js';
import { DeliveryNotFound } from './webhook.errors.js';
import { INSTALLATION } from './webhook.entity.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';

@ApiTags('Webhooks')
@Controller()
export class WebhooksController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly tasks: TasksService,
    private readonly secrets: WebhookSecretsService,
  ) {}

  /** What was sent of a task to its callback address and to standing endpoints, with every attempt. */
  @Get('tasks/:id/deliveries')
  @Public()
  @ApiErrors(TaskNotFound, TaskExpired)
  async listDeliveries(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<DeliveryListResponse> {
    const task = await this.tasks.requireVisible(principal, id);
    return { deliveries: await this.deliveries.listOfTask(task) };
  }

  /** Sends a delivery once more, with the same `webhook-id`. */
  @Post('deliveries/:id/redeliver')
  @Public()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: RedeliveryResponse })
  @ApiErrors(DeliveryNotFound)
  async redeliver(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: DeliveryPath,
  ): Promise<RedeliveryResponse> {
    return this.deliveries.redeliver(principal, id);
  }

  /** The secret that the caller's webhooks are signed with. */
  @Get('users/webhook-secret')
  @RequireScope('media')
  async getWebhookSecret(@CurrentPrincipal() principal: Principal): Promise<WebhookSecretResponse> {
    return { secret: await this.secrets.current(principal.userId) };
  }

  /** Replaces the secret. For 24 hours webhooks carry a signature by the old one too. */
  @Post('users/webhook-secret')
  @RequireScope('media')
  @HttpCode(200)
  async rotateWebhookSecret(@CurrentPrincipal() principal: Principal): Promise<RotatedSecretResponse> {
    return this.secrets.rotate(principal.userId);
  }

  /**
   * The secret of the installation, which the webhooks of tasks started without a token are signed with. Their
   * signature shows that the service sent them, and nothing of who started the task.
   */
  @Get('admin/webhook-secret')
  @AdminOnly()
  async getInstallationSecret(): Promise<WebhookSecretResponse> {
    return { secret: await this.secrets.current(INSTALLATION) };
  }

  /**
   * Replaces the secret of the installation. For 24 hours the webhooks of tasks started without a token carry a
   * signature by the old one too.
   */
  @Post('admin/webhook-secret')
  @AdminOnly()
  @HttpCode(200)
  async rotateInstallationSecret(): Promise<RotatedSecretResponse> {
    return this.secrets.rotate(INSTALLATION);
  }
}
