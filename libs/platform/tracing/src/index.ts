export {
  currentTraceparent,
  fail,
  inSpan,
  type SpanFacts,
  startSpan,
  traced,
  traceFields,
  traceHeaders,
} from './trace.js';
export { TracingModule } from './tracing.module.js';
export { TracingSettings } from './tracing.settings.js';
