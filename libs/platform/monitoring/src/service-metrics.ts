import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { EndedRequest } from '#libs/platform/http';
import { Metrics } from '#libs/platform/metrics';
import { JobAdminRepository, type QueueOverview } from '#libs/platform/queue';
import { DiskRoom } from '#libs/platform/storage';
import { DatabaseHealthRepository } from './database-health.repository.js';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** Counting the jobs reads their whole table. */
const JOB_STATS_MAX_AGE_MS = 5_000;
const SHARED = 'Every process reports the same: take the maximum, not the sum.';

@Injectable()
export class ServiceMetrics {
  private readonly registry: Registry;
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  private queues: { at: number; overview: Promise<QueueOverview[]> } | undefined;

  constructor(
    private readonly jobs: JobAdminRepository,
    private readonly database: DatabaseHealthRepository,
    private readonly room: DiskRoom,
    private readonly metrics: Metrics,
  ) {
    this.registry = metrics.registry;
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its reply, by route pattern.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
    this.addJobGauge();
    this.addConnectionGauge();
    this.addDiskGauge();
  }

  observe({ method, route, status, durationMs }: EndedRequest): void {
    this.requests.observe({ method, route: route ?? 'none', status }, durationMs / 1_000);
  }

  get contentType(): string {
    return this.metrics.contentType;
  }

  render(): Promise<string> {
    return this.metrics.render();
  }

  private addJobGauge(): void {
    const oldest = new Gauge({
      name: 'jobs_oldest_due_seconds',
      help: `How long the longest waiting job of this name has been due; 0 when none is. ${SHARED}`,
      labelNames: ['name'],
      registers: [this.registry],
    });
    const gauge = new Gauge({
      name: 'jobs',
      help: `Jobs of all processes by name; waiting includes those that are due. ${SHARED}`,
      labelNames: ['name', 'state'],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        oldest.reset();
        for (const { name, oldestDueAt, waiting, due, active, dead } of await this.freshQueues()) {
          const dueMs = oldestDueAt ? Date.now() - oldestDueAt.getTime() : 0;
          oldest.set({ name }, Math.max(0, dueMs / 1_000));
          for (const [state, count] of Object.entries({ waiting, due, active, failed: dead }))
            gauge.set({ name, state }, count);
        }
      },
    });
  }

  private addConnectionGauge(): void {
    const gauge = new Gauge({
      name: 'database_connections',
      help: 'Connections of this process to the database, and requests waiting for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        for (const [state, count] of Object.entries(this.database.countConnections()))
          gauge.set({ state }, count);
      },
    });
  }

  private addDiskGauge(): void {
    const gauge = new Gauge({
      name: 'data_disk_bytes',
      help: 'Size of the disk of DATA_DIR, and the space that this account may still use.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: async () => {
        for (const [state, bytes] of Object.entries(await this.room.space())) gauge.set({ state }, bytes);
      },
    });
  }

  private freshQueues(): Promise<QueueOverview[]> {
    if (!this.queues || Date.now() - this.queues.at > JOB_STATS_MAX_AGE_MS) {
      // Without the database, the rest of the metrics is still served.
      const overview = this.jobs.listQueues(NO_TRANSACTION).catch(() => []);
      this.queues = { at: Date.now(), overview };
    }
    return this.queues.overview;
  }
}
