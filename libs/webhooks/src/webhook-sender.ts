import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { storableText } from '#libs/platform/database';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import type { WebhookDelivery } from './webhook.entity.js';
import { countAttempt } from './webhook-metrics.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhooksSettings } from './webhooks.settings.js';

const REPLY_MAX_BYTES = 1_024 * 1_024;
const REPLY_KEPT_CHARS = 1_024;

/** What came of one attempt. */
export type AttemptResult = {
  isReceived: boolean;
  /** Status 410: the receiver never wants to hear of this again. */
  isGone: boolean;
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
    private readonly settings: WebhooksSettings,
  ) {}

  async send(delivery: WebhookDelivery, signal: AbortSignal): Promise<AttemptResult> {
    const startedAt = new Date();
    const headers = await this.headers(delivery, startedAt);
    const since = performance.now();
    const outcome = await this.post(delivery, headers, signal);
    const result = {
      isReceived: false,
      isGone: false,
      ...outcome,
      startedAt,
      durationMs: Math.round(performance.now() - since),
    };
    countAttempt(result);
    return result;
  }

  private async post(
    delivery: WebhookDelivery,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Partial<AttemptResult>> {
    try {
      const reply = await this.http.request({
        url: delivery.url,
        trustUrl: 'caller',
        method: 'POST',
        headers,
        body: delivery.body,
        maxBytes: REPLY_MAX_BYTES,
        timeoutMs: this.settings.timeoutMs,
        signal,
      });
      const preview = await reply.preview(REPLY_KEPT_CHARS);
      const responseText = storableText(preview.toString().slice(0, REPLY_KEPT_CHARS));
      return {
        isReceived: reply.isSuccess,
        isGone: reply.status === 410,
        responseStatus: reply.status,
        responseText,
        retryAfterSeconds: reply.retryAfterSeconds,
      };
    } catch (error) {
      if (!(error instanceof OutboundError) || signal.aborted) throw error;
      return { error: error.message };
    }
  }

  private async headers({ id, userId, body }: WebhookDelivery, at: Date): Promise<Record<string, string>> {
    const secrets = await this.secrets.signing(userId);
    const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}
