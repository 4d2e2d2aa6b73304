import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { processMetrics } from './process-metrics.js';

/** The metrics of the application: `registry` holds those that query it when the page is read. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  get contentType(): string {
    return this.registry.contentType;
  }

  async render(): Promise<string> {
    return (await this.registry.metrics()) + (await processMetrics.metrics());
  }
}
