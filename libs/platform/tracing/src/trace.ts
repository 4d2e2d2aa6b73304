import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';

/** What a span is about; `parent` as the text of a `traceparent`, where it is not what runs here. */
export type SpanFacts = { kind: keyof typeof SpanKind; attributes?: Attributes; parent?: string | undefined };

/** Makes spans while tracing is on. */
export type SpanMaker = {
  start(name: string, facts: SpanFacts, around: Span | undefined): Span;
  /** Sends what has ended, and ends. */
  stop(): Promise<void>;
};

const spans = new AsyncLocalStorage<Span>();
let maker: SpanMaker | undefined;

/** Switches tracing on in this process, or off. */
export function traceBy(started: SpanMaker | undefined): void {
  maker = started;
}

/** Begins a span that its caller ends; undefined while tracing is off. */
export function startSpan(name: string, facts: SpanFacts): Span | undefined {
  return maker?.start(name, facts, spans.getStore());
}

/** Runs `work` inside of a span. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? spans.run(span, work) : work();
}

/**
 * Runs `work` as a span of its own, which ends with it, where it is part of a trace. A failure is told by its class: messages
 * may hold secrets. While tracing is off, `work` is all that runs.
 */
export async function traced<T>(
  name: string,
  facts: () => SpanFacts,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!maker) return work();
  const around = spans.getStore();
  const known = facts();
  if (!around && known.parent === undefined) return work();
  const span = maker.start(name, known, around);
  try {
    return await spans.run(span, () => work(span));
  } catch (error) {
    fail(span, error instanceof Error ? error.constructor.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. */
export function fail(span: Span, reason: string): void {
  span.setAttribute('error.type', reason);
  // The code of an error; the enumeration would load the library.
  span.setStatus({ code: 2 });
}

/** What runs here, as a `traceparent`: for those who go on with it elsewhere. Undefined while nothing is traced. */
export function currentTraceparent(): string | undefined {
  const context = spans.getStore()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The header that tells another server what it works for. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** The id of the trace, for a line of the log. */
export function traceFields(span = spans.getStore()): { traceId?: string } {
  return span ? { traceId: span.spanContext().traceId } : {};
}
