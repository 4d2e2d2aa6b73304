import { Controller, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  AdminOnly,
  ApiErrors,
  CurrentPrincipal,
  OpenStreams,
  type Principal,
  Public,
  PubliclyCached,
  RequireScope,
  sendChunk,
} from '#libs/platform/http';
import { TaskExpired, TaskNotFound, TaskPath, TasksService } from '#libs/media/work';
import { JWKS_MAX_AGE_SECONDS, JwksResponse } from '#libs/platform/signing';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryPath, KeyOwnerPath } from './dto/delivery.request.js';
import {
  DeliveryListResponse,
  RedeliveryResponse,
  RotatedSecretResponse,
  WebhookSecretResponse,
} from './dto/delivery.response.js';
import { DeliveryNotFound } from './webhook.errors.js';
import { StreamedDeliveryEvent } from './dto/message.response.js';
import { WebhookStreamQuery } from './dto/stream.request.js';
import { INSTALLATION } from './webhook.entity.js';
import { WebhookKeys } from './webhook-keys.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhookStream } from './webhook-stream.js';

@ApiTags('Webhooks')
@ApiExtraModels(StreamedDeliveryEvent)
@Controller()
export class WebhooksController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly tasks: TasksService,
    private readonly secrets: WebhookSecretsService,
    private readonly keys: WebhookKeys,
    private readonly stream: WebhookStream,
    private readonly open: OpenStreams,
  ) {}

  /** The deliveries of a task to its callback address and to standing endpoints, with every attempt. */
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

  /** Sends a delivery again, with the same `webhook-id`. */
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

  /**
   * What a standing endpoint of the caller would be sent, as server-sent events: for a program that has no public address,
   * such as one under development. `seconds` keeps it open. Begins with the changes from now on, or with those after
   * `Last-Event-ID`, some of which may come again under the same `webhook-id`. Signed with the caller's secret.
   */
  @Get('webhooks/stream')
  @RequireScope('media')
  @ApiOkResponse({
    description: 'A stream of events: `delivery`, whose id is for `Last-Event-ID`. This is their data.',
    content: { 'text/event-stream': { schema: { $ref: getSchemaPath(StreamedDeliveryEvent) } } },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description: 'Id of the last event received, of the last hour.',
    required: false,
    schema: { type: 'string' },
  })
  async streamWebhooks(
    @CurrentPrincipal() principal: Principal,
    @Query() { seconds }: WebhookStreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const signal = this.open.take(request, principal, response);
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    for await (const chunk of this.stream.follow(principal.userId, lastEventId, until)) {
      await sendChunk(response, chunk);
    }
    response.end();
  }

  /**
   * The public keys (RFC 7517) that verify the `v1a` signatures of webhooks to an endpoint or to callback addresses of a user, by
   * the id of either. Those of tasks started without a token are at `GET /.well-known/jwks.json`.
   */
  @Get('webhooks/jwks/:owner_id')
  @Public()
  @PubliclyCached({ maxAgeSeconds: JWKS_MAX_AGE_SECONDS })
  listWebhookKeys(@Param() { owner_id: owner }: KeyOwnerPath): JwksResponse {
    return JwksResponse.of(this.keys.of(owner));
  }

  /** The secret that the caller's webhooks are signed with. */
  @Get('users/webhook-secret')
  @RequireScope('media')
  async getWebhookSecret(@CurrentPrincipal() principal: Principal): Promise<WebhookSecretResponse> {
    return { secret: await this.secrets.current(principal.userId) };
  }

  /** Replaces the secret. For 24 hours webhooks are also signed with the old one. */
  @Post('users/webhook-secret')
  @RequireScope('media')
  @HttpCode(200)
  async rotateWebhookSecret(@CurrentPrincipal() principal: Principal): Promise<RotatedSecretResponse> {
    return this.secrets.rotate(principal.userId);
  }

  /**
   * The secret of the installation, which signs the webhooks of tasks started without a token. Their signature proves
   * that the service sent them, and says nothing about who started the task.
   */
  @Get('admin/webhook-secret')
  @AdminOnly()
  async getInstallationSecret(): Promise<WebhookSecretResponse> {
    return { secret: await this.secrets.current(INSTALLATION) };
  }

  /**
   * Replaces the secret of the installation. For 24 hours the webhooks of tasks started without a token are also
   * signed with the old one.
   */
  @Post('admin/webhook-secret')
  @AdminOnly()
  @HttpCode(200)
  async rotateInstallationSecret(): Promise<RotatedSecretResponse> {
    return this.secrets.rotate(INSTALLATION);
  }
}
