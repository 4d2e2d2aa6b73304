import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExtraModels, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, cursorPage, type Principal, RequireScope } from '#libs/platform/http';
import { RotatedSecretResponse, shownDelivery } from '../dto/delivery.response.js';
import {
  CreateWebhookEndpointRequest,
  ListEndpointDeliveriesQuery,
  RecoverWebhookEndpointRequest,
  UpdateWebhookEndpointRequest,
  WebhookEndpointPath,
} from '../dto/endpoint.request.js';
import {
  EndpointDeliveryListResponse,
  NewWebhookEndpointResponse,
  RecoveryResponse,
  SentTestResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
} from '../dto/endpoint.response.js';
import { EndpointMessage, NoticeMessage, TaskMessage } from '../dto/message.response.js';
import {
  RecoveryUnderWay,
  WebhookEndpointDisabled,
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
} from '../webhook.errors.js';
import { WebhookSecretsService } from '../webhook-secrets.service.js';
import { EndpointsService } from './endpoints.service.js';

@ApiTags('Webhooks')
@ApiExtraModels(TaskMessage, EndpointMessage, NoticeMessage)
@RequireScope('media')
@Controller('webhooks/endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly secrets: WebhookSecretsService,
  ) {}

  /** The caller's standing endpoints, with the outcomes of their attempts of the last 24 hours. */
  @Get()
  async listWebhookEndpoints(@CurrentPrincipal() principal: Principal): Promise<WebhookEndpointListResponse> {
    const endpoints = await this.endpoints.list(principal);
    return { endpoints: endpoints.map((one) => WebhookEndpointResponse.from(one)) };
  }

  /**
   * Creates a standing endpoint: an address that is called about every later status change of the caller's tasks, in
   * order per task, signed with its own secret. The secret is shown only in this reply.
   */
  @Post()
  @ApiErrors(WebhookEndpointLimitReached)
  async createWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateWebhookEndpointRequest,
  ): Promise<NewWebhookEndpointResponse> {
    return NewWebhookEndpointResponse.withSecret(await this.endpoints.create(principal, { ...body }));
  }

  /** One endpoint. */
  @Get(':endpointId')
  @ApiErrors(WebhookEndpointNotFound)
  async getWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
  ): Promise<WebhookEndpointResponse> {
    return WebhookEndpointResponse.from(await this.endpoints.show(principal, endpointId));
  }

  /** Changes the given fields, and switches the endpoint on or off. */
  @Put(':endpointId')
  @ApiErrors(WebhookEndpointNotFound)
  async updateWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
    @Body() body: UpdateWebhookEndpointRequest,
  ): Promise<WebhookEndpointResponse> {
    return WebhookEndpointResponse.from(await this.endpoints.change(principal, endpointId, { ...body }));
  }

  /** Removes the endpoint with its deliveries. */
  @Delete(':endpointId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The endpoint is gone.' })
  @ApiErrors(WebhookEndpointNotFound)
  async deleteWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
  ): Promise<void> {
    await this.endpoints.delete(principal, endpointId);
  }

  /** Replaces the endpoint's secret. For 24 hours its webhooks are also signed with the old one. */
  @Post(':endpointId/secret')
  @HttpCode(200)
  @ApiErrors(WebhookEndpointNotFound)
  async rotateEndpointSecret(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
  ): Promise<RotatedSecretResponse> {
    return this.secrets.rotate(await this.endpoints.require(principal, endpointId));
  }

  /** Sends a message of the type `endpoint.test`, whatever kinds and statuses the endpoint has. */
  @Post(':endpointId/test')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTestResponse })
  @ApiErrors(WebhookEndpointNotFound, WebhookEndpointDisabled)
  async testWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
  ): Promise<SentTestResponse> {
    return { id: await this.endpoints.test(principal, endpointId) };
  }

  /**
   * Sends every status change since a given time again, in order per task: what was sent before, with its old
   * `webhook-id`, and what was never sent, such as while the endpoint was off. Covers tasks created up to 7 days
   * before that time.
   */
  @Post(':endpointId/recover')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: RecoveryResponse })
  @ApiErrors(WebhookEndpointNotFound, WebhookEndpointDisabled, RecoveryUnderWay)
  async recoverWebhookEndpoint(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
    @Body() { since, undelivered_only: undeliveredOnly }: RecoverWebhookEndpointRequest,
  ): Promise<RecoveryResponse> {
    const from = new Date(since);
    await this.endpoints.recover(principal, endpointId, { since: from, undeliveredOnly });
    return { since: from.toISOString() };
  }

  /** What was sent to the endpoint, newest first, with every attempt. */
  @Get(':endpointId/deliveries')
  @ApiErrors(WebhookEndpointNotFound)
  async listEndpointDeliveries(
    @CurrentPrincipal() principal: Principal,
    @Param() { endpointId }: WebhookEndpointPath,
    @Query() { status, cursor, limit }: ListEndpointDeliveriesQuery,
  ): Promise<EndpointDeliveryListResponse> {
    const filter = { endpointId, status, beforeId: cursor, limit: limit + 1 };
    const found = await this.endpoints.listDeliveries(principal, filter);
    const { rows, ...next } = cursorPage(found, limit, ({ id }) => id);
    return { deliveries: rows.map(shownDelivery), ...next };
  }
}
