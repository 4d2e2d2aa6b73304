import { Global, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type SpanMaker, traceBy } from './trace.js';
import { TracingSettings } from './tracing.settings.js';

/** Traces from the start of the application to its end, if a receiver is configured. */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private maker: SpanMaker | undefined;

  constructor(private readonly settings: TracingSettings) {}

  async onModuleInit(): Promise<void> {
    if (this.settings.endpoint === undefined) return;
    const { OpenTelemetry } = await import('./open-telemetry.js');
    traceBy((this.maker = new OpenTelemetry(this.settings)));
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.maker) return;
    traceBy(undefined);
    await this.maker.stop();
  }
}

/** Traces by OpenTelemetry; off unless configured. */
@Global()
@Module({ providers: [TracingSettings, Tracing] })
export class TracingModule {}
