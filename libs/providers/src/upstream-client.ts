import {
  type Credentials,
  type DownloadedFile,
  type OutboundHttp,
  type OutboundReply,
  type OutboundRequest,
  type Repeatable,
  VendorPolicy,
} from '#libs/platform/outbound';
import type { UpstreamOptions } from './upstream-options.js';
import { countedCall, showCircuit, type VendorOperation } from './vendor-metrics.js';

/** Of an answer that is an error, for its sentence. */
const ERROR_TEXT_BYTES = 4_096;

/** A submission that is answered by a stream. */
export type StreamRequest = Pick<
  OutboundRequest,
  'headers' | 'body' | 'maxBytes' | 'timeoutMs' | 'headersTimeoutMs' | 'idleTimeoutMs'
>;

/**
 * The calls to one vendor: authenticated, limited in number, with a circuit breaker, repeated only where that is safe.
 * Make one per vendor; it keeps the state of the breaker. Everything throws `OutboundError`.
 */
export class UpstreamClient {
  private readonly policy: VendorPolicy;
  private readonly credentials: Credentials;

  constructor(
    private readonly http: OutboundHttp,
    readonly options: UpstreamOptions,
    /** 1 where a caller waits for each call, so that a failure is reported at once. */
    { maxAttempts }: { maxAttempts?: number } = {},
  ) {
    const { maxConcurrent, policy } = options;
    this.policy = new VendorPolicy({
      ...{ maxConcurrent, ...policy },
      ...(maxAttempts === undefined ? {} : { maxAttempts }),
    });
    showCircuit(options.vendor, this.policy);
    const key = options.apiKeys[0].reveal();
    this.credentials = {
      origin: options.baseUrl,
      headers: {
        [options.authHeader]: options.authScheme === undefined ? key : `${options.authScheme} ${key}`,
      },
    };
  }

  /** Whether calls from this process are refused, as too many failed. */
  get isOpen(): boolean {
    return this.policy.isOpen;
  }

  /**
   * The path under a name of the adapter, as the settings or else the adapter say it, with its parameters filled in.
   * @param parameters Values for `{name}` in the path.
   */
  path(name: string, fallback: string, parameters: Readonly<Record<string, string>> = {}): string {
    const template = this.options.paths.get(name) ?? fallback;
    return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''));
  }

  /**
   * Submits something: sent once, and again only when it certainly did not arrive. It cannot be cancelled, so that its
   * outcome is known also when the process is asked to end.
   */
  async submit(path: string, json: unknown, idempotencyKey: string): Promise<unknown> {
    return this.counted('submit', 'if-not-arrived', (signal) =>
      this.http.postJson({
        ...this.call(path, signal),
        json,
        headers: this.keyHeader(idempotencyKey),
      }),
    );
  }

  /** Submits something and hands the stream of the answer to `take`; until that ends, it counts as one call. */
  async stream<T>(
    path: string,
    request: StreamRequest,
    idempotencyKey: string,
    take: (reply: OutboundReply) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const run = async (attempt: AbortSignal): Promise<T> => {
      const headers = { ...request.headers, ...this.keyHeader(idempotencyKey) };
      const call = { ...this.call(path, attempt), ...request, headers, method: 'POST' as const };
      const reply = await this.http.request(call);
      if (!reply.isSuccess) throw reply.statusError(await reply.preview(ERROR_TEXT_BYTES));
      try {
        return await take(reply);
      } finally {
        reply.discard();
      }
    };
    return this.counted('stream', 'if-not-arrived', run, signal);
  }

  /** Asks how something is; repeated when it fails. */
  async poll(path: string, signal: AbortSignal): Promise<unknown> {
    return this.counted('poll', 'any-time', (attempt) => this.http.getJson(this.call(path, attempt)), signal);
  }

  /** Copies a file that an answer named. The key goes along only to the vendor's own origin. */
  async download(
    url: string,
    destination: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<DownloadedFile> {
    return this.counted(
      'download',
      'any-time',
      (attempt) =>
        this.http.download({
          url,
          destination,
          maxBytes,
          trustUrl: 'from-response',
          credentials: this.credentials,
          timeoutMs: this.options.timeoutMs * 10,
          connectTimeoutMs: this.options.connectTimeoutMs,
          signal: attempt,
        }),
      signal,
    );
  }

  private keyHeader(idempotencyKey: string): Record<string, string> {
    return this.options.isIdempotent ? { 'idempotency-key': idempotencyKey } : {};
  }

  private counted<T>(
    operation: VendorOperation,
    ...[repeatable, call, signal]: [
      repeatable: Repeatable,
      call: (signal: AbortSignal) => Promise<T>,
      signal?: AbortSignal,
    ]
  ): Promise<T> {
    return countedCall(this.options.vendor, operation, () => this.policy.run(repeatable, call, signal));
  }

  private call(path: string, signal: AbortSignal) {
    return {
      url: this.options.baseUrl + path,
      trustUrl: 'configured' as const,
      credentials: this.credentials,
      timeoutMs: this.options.timeoutMs,
      headersTimeoutMs: this.options.firstByteTimeoutMs ?? this.options.timeoutMs,
      connectTimeoutMs: this.options.connectTimeoutMs,
      signal,
    };
  }
}
