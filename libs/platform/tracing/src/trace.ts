import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';

/** Facts of a span; `parent` as a `traceparent`, if it is not the current work. */
export type SpanFacts = { kind: keyof typeof SpanKind; attributes?: Attributes; parent?: string | undefined };

/** Makes spans while tracing is on. */
export type SpanMaker = {
  start(name: string, facts: SpanFacts, around: Span | undefined): Span;
  /** Sends ended spans, and stops. */
  stop(): Promise<void>;
};

const spans = new AsyncLocalStorage<Span>();
let maker: SpanMaker | undefined;

/** Switches tracing on in this process, or off. */
export function traceBy(started: SpanMaker | undefined): void {
  maker = started;
}

/** Starts a span, which the caller ends; undefined while tracing is off. */
export function startSpan(name: string, facts: SpanFacts): Span | undefined {
  return maker?.start(name, facts, spans.getStore());
}

export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? spans.run(span, work) : work();
}

/**
 * Runs `work` as a span if it is part of a trace. A failure is recorded by its class only, as messages may hold
 * secrets. While tracing is off, it just runs `work`.
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

export function fail(span: Span, reason: string): void {
  span.setAttribute('error.type', reason);
  // The numeric code of an error; the enumeration would load the library.
  span.setStatus({ code: 2 });
}

/** The current work as a `traceparent`, to continue the trace elsewhere. Undefined while nothing is traced. */
export function currentTraceparent(): string | undefined {
  const context = spans.getStore()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The header that continues the trace on another server. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** The id of the trace, for a log line. */
export function traceFields(span = spans.getStore()): { traceId?: string } {
  return span ? { traceId: span.spanContext().traceId } : {};
}
