import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics, processMetrics } from '#libs/platform/metrics';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DeliveriesRepository } from './deliveries.repository.js';

type Attempt = { isReceived: boolean; isGone: boolean; responseStatus?: number | undefined };

const SHARED = 'The same from every process: take the largest, not the sum.';

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Calls of webhook receivers by this process: received (2xx), gone (410), another class of status, or no answer.',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

/** Counts an attempt by what came of it. */
export function countAttempt({ isReceived, isGone, responseStatus }: Attempt): void {
  const status = responseStatus === undefined ? 'no_answer' : `status_${Math.floor(responseStatus / 100)}xx`;
  attempts.inc({ outcome: isReceived ? 'received' : isGone ? 'gone' : status });
}

/** Tells how many deliveries wait, and how long the oldest has. */
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
        // Without the database the page still shows the rest.
        const found = await this.deliveries.countPending(NO_TRANSACTION).catch(() => undefined);
        if (!found) return;
        pending.set(found.count);
        age.set(found.oldestSeconds);
      },
    });
  }
}
