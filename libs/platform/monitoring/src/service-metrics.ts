import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedRequest } from '#libs/platform/http';
import { JobQueue, type JobStats } from '#libs/platform/queue';
import { DatabaseHealthRepository } from './database-health.repository.js';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** Counting the jobs reads their whole table. */
const JOB_STATS_MAX_AGE_MS = 5_000;
const JOB_STATES = ['waiting', 'due', 'active', 'failed'] as const;

/** The metrics of this process, in the text format of Prometheus. */
@Injectable()
export class ServiceMetrics {
  private readonly registry = new Registry();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  private jobStats: { at: number; stats: Promise<JobStats[]> } | undefined;

  constructor(
    private readonly jobs: JobQueue,
    private readonly database: DatabaseHealthRepository,
  ) {
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
  }

  /** Counts one request. */
  observe({ method, route, status, durationMs }: EndedRequest): void {
    this.requests.observe({ method, route: route ?? 'none', status }, durationMs / 1_000);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The page that Prometheus reads. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  private addJobGauge(): void {
    const gauge = new Gauge({
      name: 'jobs',
      help: 'Jobs of all processes by name; waiting includes those that are due.',
      labelNames: ['name', 'state'],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        for (const stats of await this.freshJobStats()) {
          for (const state of JOB_STATES) gauge.set({ name: stats.name, state }, stats[state]);
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

  private freshJobStats(): Promise<JobStats[]> {
    if (!this.jobStats || Date.now() - this.jobStats.at > JOB_STATS_MAX_AGE_MS) {
      // Without the database the page still tells the rest.
      this.jobStats = { at: Date.now(), stats: this.jobs.stats().catch(() => []) };
    }
    return this.jobStats.stats;
  }
}
