import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics, processMetrics } from '#libs/platform/metrics';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DeliveriesRepository } from './deliveries.repository.js';

type Attempt = { isReceived: boolean; isGone: boolean; responseStatus?: number | undefined };

const SHARED = 'Every process reports the same: take the maximum, not the sum.';

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Webhook calls from this process: received (2xx), gone (410), another class of status, or no answer.',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

export function countAttempt({ isReceived, isGone, responseStatus }: Attempt): void {
  const status = responseStatus === undefined ? 'no_answer' : `status_${Math.floor(responseStatus / 100)}xx`;
  attempts.inc({ outcome: isReceived ? 'received' : isGone ? 'gone' : status });
}

/** Reports how many deliveries are pending, and the age of the oldest. */
@Injectable()
export class WebhookMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  onModuleInit(): void {
    const registers = [this.metrics.registry];
    const age = new Gauge({
      name: 'webhook_oldest_pending_seconds',
      help: `Age of the oldest delivery that was neither received nor given up. ${SHARED}`,
      registers,
    });
    const pending = new Gauge({
      name: 'webhook_deliveries_pending',
      help: `Deliveries that were neither received nor given up. ${SHARED}`,
      registers,
      collect: async () => {
        // Without the database, the rest of the metrics is still served.
        const found = await this.deliveries.countPending(NO_TRANSACTION).catch(() => undefined);
        if (!found) return;
        pending.set(found.count);
        age.set(found.oldestSeconds);
      },
    });
  }
}
