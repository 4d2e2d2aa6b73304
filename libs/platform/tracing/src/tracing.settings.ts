import { Settings } from '#libs/platform/config';

const HEADERS = /^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/;

/** Where traces are sent. The names are those of OpenTelemetry. */
export class TracingSettings extends Settings {
  readonly endpoint = this.env.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', {
    description:
      'Receiver of traces by OTLP over HTTP, such as http://localhost:4318. Without it nothing is traced.',
  });

  readonly headers = this.env.optionalSecret('OTEL_EXPORTER_OTLP_HEADERS', {
    pattern: HEADERS,
    rule: 'comma-separated list of name=value',
    description: 'Headers required by the receiver of traces, such as authorization=Bearer%20…, URL-encoded.',
  });

  readonly serviceName = this.env.text('OTEL_SERVICE_NAME', {
    default: 'atelier',
    description: 'Name of this service in traces.',
  });

  readonly ratio = Number(
    this.env.text('OTEL_TRACES_SAMPLER_ARG', {
      default: '1',
      pattern: /^(0(\.\d+)?|1(\.0+)?)$/,
      rule: 'number from 0 to 1',
      description: 'Share of traces that are kept, unless the caller’s `traceparent` decides.',
    }),
  );
}
