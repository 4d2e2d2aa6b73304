import { ROOT_CONTEXT, type Context, type Span, SpanKind, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '#libs/platform/runtime';
import type { SpanFacts, SpanMaker } from './trace.js';
import type { TracingSettings } from './tracing.settings.js';

const STOP_MAX_MS = 2_000;

/** The official SDK. Loaded only if tracing is on. */
export class OpenTelemetry implements SpanMaker {
  private readonly provider: TracerProvider;

  constructor({ endpoint, headers, serviceName, ratio }: TracingSettings) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: headersIn(headers?.reveal()),
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
  }

  start(name: string, { kind, attributes = {}, parent }: SpanFacts, around: Span | undefined): Span {
    const tracer = this.provider.getTracer('atelier');
    return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, contextOf(parent, around));
  }

  async stop(): Promise<void> {
    // A receiver that does not answer must not keep the process from ending.
    await withTimeout(this.provider.shutdown(), STOP_MAX_MS).catch(() => undefined);
  }
}

function contextOf(parent: string | undefined, around: Span | undefined): Context {
  const remote = parent === undefined ? null : parseTraceParent(parent);
  if (remote) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
  return around ? trace.setSpan(ROOT_CONTEXT, around) : ROOT_CONTEXT;
}

function headersIn(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => (pair === '' ? [] : [pair.split('=')]));
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
}
