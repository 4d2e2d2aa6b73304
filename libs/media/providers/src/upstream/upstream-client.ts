import {
  type Credentials,
  type DownloadedFile,
  type OutboundError,
  type OutboundHttp,
  type OutboundReply,
  type OutboundRequest,
  type Repeatable,
  VendorPolicy,
} from '#libs/platform/outbound';
import { isNotTaken } from './order-refusal.js';
import type { UpstreamOptions } from './upstream-options.js';
import { countedCall, showClient, type VendorOperation } from '../calls/vendor-metrics.js';
import { KeyLimited, restSecondsAfter } from './key-limited.js';
import { KeyRing, type VendorKey } from './key-ring.js';

/** Read from an error answer, for its sentence. */
const ERROR_TEXT_BYTES = 4_096;

export type StreamRequest = Pick<
  OutboundRequest,
  'headers' | 'body' | 'maxBytes' | 'timeoutMs' | 'headersTimeoutMs' | 'idleTimeoutMs'
>;

/**
 * The calls to one vendor: authenticated, limited in number, with a circuit breaker, repeated only where that is
 * safe. Make one per vendor: it holds the state of the breaker. Everything throws `OutboundError`.
 */
export class UpstreamClient {
  readonly policy: VendorPolicy;
  readonly keys: KeyRing;

  constructor(
    private readonly http: OutboundHttp,
    readonly options: UpstreamOptions,
    /** 1 when a caller waits for each call, so that a failure is reported at once. */
    { maxAttempts }: { maxAttempts?: number } = {},
  ) {
    const { maxConcurrent, policy } = options;
    this.policy = new VendorPolicy({
      ...{ maxConcurrent, ...policy },
      ...(maxAttempts === undefined ? {} : { maxAttempts }),
    });
    this.keys = new KeyRing(options.apiKeys);
    showClient(this);
  }

  /** Whether calls from this process are refused, as too many have failed. */
  get isOpen(): boolean {
    return this.policy.isOpen;
  }

  /**
   * The path for an adapter's name: from the settings, else the adapter's own, with its parameters filled in.
   * @param parameters Values for `{name}` in the path.
   */
  path(name: string, fallback: string, parameters: Readonly<Record<string, string>> = {}): string {
    const template = this.options.paths.get(name) ?? fallback;
    return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''));
  }

  /** Where an order is looked up by our reference; undefined if the vendor cannot do that. */
  lookupPath(kind: string, reference: string): string | undefined {
    const name = [`${kind}.lookup`, 'lookup'].find((known) => this.options.paths.has(known));
    return name === undefined ? undefined : this.path(name, '', { reference });
  }

  /**
   * Sends a submission once, and again only when it certainly did not arrive. It cannot be cancelled, so that its
   * outcome is known even when the process is shutting down.
   * @param key Name of one of `keys`, the same each time that an order is sent again.
   * @throws KeyLimited when the vendor refused the key, and there is another one.
   */
  async submit(path: string, json: unknown, reference: string, key?: string | null): Promise<unknown> {
    return this.counted('submit', 'if-not-arrived', (signal) =>
      this.withKey(key, async (credentials) =>
        this.http.postJson({
          ...this.call(path, credentials, signal),
          json,
          headers: this.referenceHeaders(reference),
        }),
      ),
    );
  }

  /** Sends a submission and passes the stream of the answer to `take`; until that ends, it counts as one call. */
  async stream<T>(
    path: string,
    request: StreamRequest,
    reference: string,
    take: (reply: OutboundReply) => Promise<T>,
    signal: AbortSignal,
    key?: string | null,
  ): Promise<T> {
    const send = async (attempt: AbortSignal, credentials: Credentials): Promise<T> => {
      const headers = { ...request.headers, ...this.referenceHeaders(reference) };
      const call = { ...this.call(path, credentials, attempt), ...request, headers, method: 'POST' as const };
      const reply = await this.http.request(call);
      if (!reply.isSuccess) throw reply.statusError(await reply.preview(ERROR_TEXT_BYTES));
      try {
        return await take(reply);
      } finally {
        reply.discard();
      }
    };
    return this.counted(
      'stream',
      'if-not-arrived',
      (attempt) => this.withKey(key, (credentials) => send(attempt, credentials)),
      signal,
    );
  }

  /** Polls a task; repeated when it fails. */
  async poll(path: string, signal: AbortSignal, key?: string | null): Promise<unknown> {
    const credentials = this.credentialsOf(this.keys.for(key));
    return this.counted(
      'poll',
      'any-time',
      (attempt) => this.http.getJson(this.call(path, credentials, attempt)),
      signal,
    );
  }

  /** Copies a file that an answer named. The key is sent only to the vendor's own origin. */
  async download(
    url: string,
    destination: string,
    maxBytes: number,
    signal: AbortSignal,
    key?: string | null,
  ): Promise<DownloadedFile> {
    const credentials = this.credentialsOf(this.keys.for(key));
    return this.counted(
      'download',
      'any-time',
      (attempt) =>
        this.http.download({
          url,
          destination,
          maxBytes,
          trustUrl: 'from-response',
          credentials,
          timeoutMs: this.options.timeoutMs * 10,
          connectTimeoutMs: this.options.connectTimeoutMs,
          signal: attempt,
        }),
      signal,
    );
  }

  private referenceHeaders(reference: string): Record<string, string> {
    const { isIdempotent, referenceHeader } = this.options;
    return {
      ...(isIdempotent ? { 'idempotency-key': reference } : {}),
      ...(referenceHeader === undefined ? {} : { [referenceHeader]: reference }),
    };
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

  /** Rests a key that the vendor limits. An order that may have been accepted under one key is not sent with another. */
  private async withKey<T>(
    name: string | null | undefined,
    call: (credentials: Credentials) => Promise<T>,
  ): Promise<T> {
    const key = this.keys.for(name);
    try {
      return await call(this.credentialsOf(key));
    } catch (error) {
      const seconds = restSecondsAfter(error);
      const hasAnother = seconds !== undefined && this.keys.rest(key.name, seconds);
      if (!hasAnother || !isNotTaken(error, this.options)) throw error;
      throw new KeyLimited(error as OutboundError);
    }
  }

  private credentialsOf({ secret }: VendorKey): Credentials {
    const { authHeader, authScheme, baseUrl } = this.options;
    const value = authScheme === undefined ? secret.reveal() : `${authScheme} ${secret.reveal()}`;
    return { origin: baseUrl, headers: { [authHeader]: value } };
  }

  private call(path: string, credentials: Credentials, signal: AbortSignal) {
    return {
      url: this.options.baseUrl + path,
      trustUrl: 'configured' as const,
      credentials,
      timeoutMs: this.options.timeoutMs,
      headersTimeoutMs: this.options.firstByteTimeoutMs ?? this.options.timeoutMs,
      connectTimeoutMs: this.options.connectTimeoutMs,
      signal,
    };
  }
}
