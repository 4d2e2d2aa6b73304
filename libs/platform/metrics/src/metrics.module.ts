import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** The figures of the application, for modules that have some. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
