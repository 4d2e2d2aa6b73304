import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { NO_TRANSACTION, storableText } from '#libs/platform/database';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import type { SigningKey } from '#libs/platform/signing';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import type { WebhookDelivery } from './webhook.entity.js';
import { countAttempt } from './webhook-metrics.js';
import { WebhookKeys } from './webhook-keys.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhooksSettings } from './webhooks.settings.js';

const REPLY_MAX_BYTES = 1_024 * 1_024;
const REPLY_KEPT_CHARS = 1_024;

export type AttemptResult = {
  isReceived: boolean;
  /** Status 410: the receiver asks never to be called again about this. */
  isGone: boolean;
  /** A redirect that was not followed: retrying would not help. */
  isRedirect: boolean;
  startedAt: Date;
  durationMs: number;
  responseStatus?: number | undefined;
  responseText?: string | undefined;
  retryAfterSeconds?: number | undefined;
  error?: string | undefined;
};

/** Makes one attempt: signs (Standard Webhooks) and posts. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly secrets: WebhookSecretsService,
    private readonly keys: WebhookKeys,
    private readonly endpoints: EndpointsRepository,
    private readonly settings: WebhooksSettings,
  ) {}

  async send(delivery: WebhookDelivery, signal: AbortSignal): Promise<AttemptResult> {
    const target = await this.targetOf(delivery);
    const startedAt = new Date();
    const since = performance.now();
    const outcome = await this.post(target, delivery, startedAt, signal);
    const result = {
      isReceived: false,
      isGone: false,
      isRedirect: false,
      ...outcome,
      startedAt,
      durationMs: Math.round(performance.now() - since),
    };
    countAttempt(result);
    return result;
  }

  private async post(
    { url, secrets, keys, followsRedirects }: Target,
    delivery: WebhookDelivery,
    startedAt: Date,
    signal: AbortSignal,
  ): Promise<Partial<AttemptResult>> {
    try {
      const reply = await this.http.request({
        url,
        trustUrl: 'caller',
        method: 'POST',
        headers: signedHeaders({ secrets, keys }, delivery, startedAt),
        followsRedirects,
        body: delivery.body,
        maxBytes: REPLY_MAX_BYTES,
        timeoutMs: this.settings.timeoutMs,
        signal,
      });
      const preview = await reply.preview(REPLY_KEPT_CHARS);
      const isRedirect = reply.status >= 300 && reply.status < 400;
      const responseText = storableText(preview.toString().slice(0, REPLY_KEPT_CHARS));
      return {
        isReceived: reply.isSuccess,
        isGone: reply.status === 410,
        isRedirect,
        responseStatus: reply.status,
        responseText,
        retryAfterSeconds: reply.retryAfterSeconds,
        ...(isRedirect ? { error: 'The redirect was not followed.' } : {}),
      };
    } catch (error) {
      if (!(error instanceof OutboundError) || signal.aborted) throw error;
      return { error: error.message };
    }
  }

  /** An endpoint is called at its current address; a redirect is left for its owner to see. */
  private async targetOf({ endpointId, url, userId }: WebhookDelivery): Promise<Target> {
    const keys = this.keys.of(endpointId ?? userId);
    if (endpointId === null)
      return { url, secrets: await this.secrets.signing(userId), keys, followsRedirects: true };
    const endpoint = await this.endpoints.find(NO_TRANSACTION, endpointId);
    if (!endpoint) throw new Error('The endpoint was deleted meanwhile');
    return {
      url: endpoint.url,
      secrets: await this.secrets.signing(endpoint),
      keys,
      followsRedirects: false,
    };
  }
}

type Signers = { secrets: readonly string[]; keys: readonly SigningKey[] };

/** Where an attempt is sent, and what signs it. */
type Target = Signers & { url: string; followsRedirects: boolean };

/** Symmetric signatures first, then asymmetric ones: Standard Webhooks, "Signature scheme", read 2026-11-28. */
export function signedHeaders(
  { secrets, keys }: Signers,
  { id, body }: Pick<WebhookDelivery, 'id' | 'body'>,
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = [
    ...secrets.map((secret) => new Webhook(secret).sign(id, at, body)),
    ...keys.map((key) => `v1a,${key.sign(`${id}.${timestamp}.${body}`)}`),
  ];
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
